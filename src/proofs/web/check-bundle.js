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
  const commitment = await sha256([2], number(epoch, 4), [id.length], id, bytesOf(nonce))
  const leafOf = (owner, which, sum) => sha256([0], number(epoch, 4), owner, [which], number(sum, 8))
  let sum = sumOf(amount, at)
  let hash = await leafOf(commitment, part, sum)
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

// Looks at all that is in a bundle, one step after another: yes, no and where, or not checked.
export async function checkBundle(bundle) {
  const steps = []
  const look = async (what, check) => {
    const step = { what, is: 'yes', where: '' }
    try {
      if (crypto.subtle) await check()
      else step.is = 'not checked'
    } catch (error) {
      step.is = error.name === 'NotSupportedError' ? 'not checked' : 'no'
      step.where = error.message
    }
    steps.push(step)
  }
  await look('parts', () => {
    const { length, 0: one, 1: other } = bundle.parts
    must(length === 2, `${length} parts instead of 2`)
    must(one.leaf !== other.leaf, 'one leaf stands for both parts')
  })
  await look('part 1', () => climb(bundle, 0))
  await look('part 2', () => climb(bundle, 1))
  return steps
}
