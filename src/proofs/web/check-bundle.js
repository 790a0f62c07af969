// Checks a bundle of Plumb. What each byte is: docs/proofs.md
const must = (is, where) => {
  if (!is) throw Error(where)
}
const bytes = (base64) => [...atob(base64)].map((letter) => letter.charCodeAt())
const utf8 = (text) => [...new TextEncoder().encode(text)]
const number = (value, length) => {
  const hex = BigInt(value)
    .toString(16)
    .padStart(2 * length, '0')
  return hex.match(/../g).map((byte) => parseInt(byte, 16))
}
const raw = (...parts) => Uint8Array.from(parts.flat(9))
const sha256 = async (...parts) => [...new Uint8Array(await crypto.subtle.digest('SHA-256', raw(parts)))]
const same = (hash, base64) => hash.join() === bytes(base64).join()
const sum = (micro) => {
  must(/^\d+$/.test(micro) && BigInt(micro) < 2n ** 63n, `the sum ${micro} is out of range`)
  return number(micro, 8)
}

export async function checkBundle(bundle, tell = () => {}) {
  const { epoch, name, nonce, parts, position, depth, unowned, total, root, log } = bundle
  const steps = []
  let place = ''
  const look = async (what, check) => {
    const step = { what, is: 'not checked', where: '' }
    place = ''
    try {
      if (crypto.subtle && check) step.is = (await check()) ?? 'yes'
    } catch (error) {
      if (error.name !== 'NotSupportedError') step.is = 'no'
      step.where = place + error.message
    }
    steps.push(step)
    tell(step)
  }

  // From a leaf up: a node hashes both children and both of their sums.
  const climb = (part) => async () => {
    const { amount, leaf, path } = parts[part]
    const at = `part ${part + 1}`
    place = `${at}: `
    must(path.length === depth + 1, `${path.length} steps instead of ${depth + 1}`)
    must(leaf >>> 0 === leaf && leaf < 2 ** depth && depth < 31, `there is no leaf ${leaf}`)
    const id = utf8(name.toLowerCase())
    const owner = await sha256(2, number(epoch, 4), id.length, id, bytes(nonce))
    const leafOf = (whose, which, owed) => sha256(0, number(epoch, 4), whose, which, sum(owed))
    let [hash, owed] = [await leafOf(owner, part, amount), amount]
    for (const [level, [besideHash, besideSum]] of path.entries()) {
      place = `${at}, level ${level + 1}: `
      const pair = [hash, sum(owed), bytes(besideHash), sum(besideSum)]
      hash = await sha256(1, level + 1, (leaf >> level) & 1 ? [pair.splice(2), pair] : pair)
      owed = `${BigInt(owed) + BigInt(besideSum)}`
      sum(owed)
    }
    place = `${at}: `
    const [nobody, nobodys] = path[depth]
    must(
      nobodys === unowned && same(await leafOf(number(0, 32), 0, unowned), nobody),
      'the last step is not what has no owner',
    )
    must(owed === total, `leads to a total of ${owed} micro-dollars`)
    must(same(hash, root), 'leads to another root')
  }

  // In the log (RFC 6962, 2.1) root and total are an entry; the note says its size and root.
  const stand = async () => {
    const { index, size, salt, path, note } = log
    must(index % 1 === 0 && index >= 0 && index < size, `there is no entry ${index} of ${size}`)
    const pad = (mask) => Array.from({ length: 64 }, (_, at) => bytes(salt)[at] ^ mask)
    const said = utf8([epoch, position, depth, unowned, total, root, ''].join('\n'))
    const hmac = await sha256(pad(0x5c), await sha256(pad(0x36), said))
    const entry = [utf8('proof\n'), await sha256(utf8('plumb log/proof\n'), hmac)]
    const rootOf = async (at, count) => {
      if (count < 2) return sha256(0, entry)
      const half = 2 ** Math.floor(Math.log2(count - 1))
      const beside = bytes(path[--left] ?? '')
      return at < half
        ? sha256(1, await rootOf(at, half), beside)
        : sha256(1, beside, await rootOf(at - half, count - half))
    }
    let left = path.length
    const found = await rootOf(index, size)
    const [, noteSize, noteRoot] = note.split('\n')
    must(left < 1, 'the path in the log is too long')
    must(same(found, noteRoot), `root and total are not entry ${index}`)
    must(noteSize === `${size}`, 'the note is of a log of another size')
    must(Number.isInteger(position) && position <= index, `position ${position} comes after entry ${index}`)
  }

  // The key has signed the note (C2SP signed-note, Ed25519).
  const signed = async () => {
    const [, origin, id, base64] = /^(.+?)\+(\w+)\+(.+)$/.exec(log.key)
    const [text, lines] = log.note.split('\n\n')
    must(text.startsWith(`${origin}\n`), 'the note is of another log than the key')
    const mine = number(`0x${id}`, 4).join()
    const signatures = lines
      .split('\n')
      .filter((line) => line.startsWith(`— ${origin} `))
      .map((line) => bytes(line.split(' ')[2]))
      .filter((signature) => signature.splice(0, 4).join() === mine)
    must(signatures.length, 'the note is not signed with this key')
    const key = await crypto.subtle.importKey('raw', raw(bytes(base64).slice(1)), 'Ed25519', false, ['verify'])
    for (const signature of signatures) {
      const is = await crypto.subtle.verify('Ed25519', key, raw(signature), raw(utf8(`${text}\n`)))
      must(is, 'the signature of the note is wrong')
    }
  }

  await look('parts', () => {
    must(parts.length === 2, `${parts.length} parts instead of 2`)
    must(parts[0].leaf !== parts[1].leaf, 'one leaf stands for both parts')
  })
  await look('part 1', climb(0))
  await look('part 2', climb(1))
  await look('log', log && stand)
  await look('signature', log && signed)
  return steps
}
