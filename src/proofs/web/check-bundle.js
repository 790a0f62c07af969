// Checks a bundle of Plumb by itself: docs/proofs.md says what each byte is. Sums are micro-dollars, bytes base64.
const must = (is, where) => {
  if (!is) throw new Error(where)
}
const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
const base64Of = (bytes) => btoa(String.fromCharCode(...bytes))
const utf8 = (text) => new TextEncoder().encode(text)
const number = (value, length) =>
  Uint8Array.from({ length }, (_, at) => Number((BigInt(value) >> BigInt(8 * (length - 1 - at))) & 255n))
const sha256 = async (...parts) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(parts.flatMap((part) => [...part]))))
const sumOf = (sum, where) => {
  must(/^\d+$/.test(sum) && BigInt(sum) < 2n ** 63n, `${where}: the sum ${sum} is out of range`)
  return BigInt(sum)
}

// From a leaf to the root: each node hashes both of its children and both of their sums.
async function climb({ epoch, name, nonce, parts, depth, unowned, total, root }, part) {
  const { amount, leaf, path } = parts[part]
  const at = `part ${part + 1}`
  must(path.length === depth + 1, `${at}: ${path.length} steps instead of ${depth + 1}`)
  must(depth < 31 && leaf >= 0 && leaf < 2 ** depth, `${at}: there is no leaf ${leaf}`)
  const id = utf8(name.toLowerCase())
  const owner = await sha256([2], number(epoch, 4), [id.length], id, bytesOf(nonce))
  const leafOf = (whose, which, sum) => sha256([0], number(epoch, 4), whose, [which], number(sum, 8))
  let sum = sumOf(amount, at)
  let hash = await leafOf(owner, part, sum)
  for (const [below, [besideHash, besideSum]] of path.entries()) {
    const where = `${at}, level ${below + 1}`
    const own = [...hash, ...number(sum, 8)]
    const other = [...bytesOf(besideHash), ...number(sumOf(besideSum, where), 8)]
    hash = await sha256([1, below + 1], ...((leaf >> below) & 1 ? [other, own] : [own, other]))
    sum = sumOf(`${sum + BigInt(besideSum)}`, where)
  }
  const nobody = base64Of(await leafOf(new Uint8Array(32), 0, sumOf(unowned, 'what has no owner')))
  must(`${path[depth]}` === `${nobody},${unowned}`, `${at}: its last step is not what has no owner`)
  must(`${sum}` === total, `${at}: leads to a total of ${sum}, not of ${total}`)
  must(base64Of(hash) === root, `${at}: leads to another root`)
}

// The root and the total are at this place in the log (RFC 9162, 2.1.3.2), of which the note says the size and the root.
async function stand({ epoch, position, depth, unowned, total, root, log: { index, size, salt, path, note } }) {
  const said = utf8([epoch, position, depth, unowned, total, root, ''].join('\n'))
  const pad = (mask) => Uint8Array.from({ length: 64 }, (_, at) => (bytesOf(salt)[at] ?? 0) ^ mask)
  const hmac = await sha256(pad(0x5c), await sha256(pad(0x36), said))
  let hash = await sha256([0], utf8('proof\n'), await sha256(utf8('plumb log/proof\n'), hmac))
  let [at, last] = [index, size - 1]
  must(at >= 0 && at <= last && last < 2 ** 31, `there is no entry ${index} of ${size}`)
  for (const step of path) {
    must(last > 0, 'the path in the log is too long')
    const isRight = at & 1 || at === last
    hash = await sha256([1], ...(isRight ? [bytesOf(step), hash] : [hash, bytesOf(step)]))
    while (isRight && at && !(at & 1)) [at, last] = [at >> 1, last >> 1]
    ;[at, last] = [at >> 1, last >> 1]
  }
  must(last === 0 && note.split('\n')[2] === base64Of(hash), `root and total are not entry ${index} of the log`)
  must(note.split('\n')[1] === `${size}`, 'the note is of a log of another size')
}

// The note is signed with the key, which also stands elsewhere: compare it (C2SP signed-note, Ed25519).
async function signed({ log: { note, key } }) {
  const [name, id, ...rest] = key.split('+')
  const raw = bytesOf(rest.join('+'))
  const [text, lines] = note.split('\n\n')
  must(text.startsWith(`${name}\n`) && raw[0] === 1, 'the note is of another log than the key')
  const line = lines.split('\n').find((each) => each.startsWith(`— ${name} `)) ?? ''
  const [one, two, three, four, ...signature] = bytesOf(line.split(' ')[2] ?? '')
  const hex = [one, two, three, four].map((byte) => byte?.toString(16).padStart(2, '0')).join('')
  must(hex === id, 'the note is not signed with this key')
  const own = await crypto.subtle.importKey('raw', raw.slice(1), 'Ed25519', false, ['verify'])
  const isRight = await crypto.subtle.verify('Ed25519', own, Uint8Array.from(signature), utf8(`${text}\n`))
  must(isRight, 'the signature of the note is wrong')
}

// Looks at all that is in a bundle, one step after another: yes, no and where, or not checked.
export async function checkBundle(bundle, tell = () => {}) {
  const steps = []
  const look = async (what, check, isThere = true) => {
    const step = { what, is: 'yes', where: '' }
    try {
      if (crypto.subtle && isThere) await check(bundle)
      else step.is = 'not checked'
    } catch (error) {
      step.is = error.name === 'NotSupportedError' ? 'not checked' : 'no'
      step.where = error.message
    }
    steps.push(step)
    tell(step)
  }
  await look('parts', ({ parts: { length, 0: one, 1: other } }) => {
    must(length === 2, `${length} parts instead of 2`)
    must(one.leaf !== other.leaf, 'one leaf stands for both parts')
  })
  await look('part 1', () => climb(bundle, 0))
  await look('part 2', () => climb(bundle, 1))
  await look('log', stand, bundle.log)
  await look('signature', signed, bundle.log)
  return steps
}
