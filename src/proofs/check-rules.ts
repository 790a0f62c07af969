// Checks a bundle of Plumb. Nothing in it comes from elsewhere: docs/proofs.md says what each byte is.
/** `amount`, `total`, `unowned` and the sums of a path are micro-dollars, hashes base64. */
export type Part = { amount: string; leaf: number; path: [hash: string, sum: string][] }
export type BundleOnFile = {
  epoch: number
  name: string
  nonce: string
  parts: Part[]
  depth: number
  unowned: string
  total: string
  root: string
}
export type Step = { what: string; is: 'yes' | 'no' | 'not checked'; where: string }

declare const crypto: { subtle?: { digest(name: 'SHA-256', bytes: Uint8Array): Promise<ArrayBuffer> } }
declare const TextEncoder: new () => { encode(text: string): Uint8Array }
declare const atob: (text: string) => string
declare const btoa: (bytes: string) => string

const must = (is: boolean, where: string) => {
  if (!is) throw new Error(where)
}
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
const base64Of = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const number = (value: bigint | number, bytes: number) =>
  Uint8Array.from({ length: bytes }, (_, at) => Number((BigInt(value) >> BigInt(8 * (bytes - 1 - at))) & 255n))
const hashOf = async (...parts: (Uint8Array | number[])[]) =>
  new Uint8Array(await crypto.subtle!.digest('SHA-256', Uint8Array.from(parts.flatMap((part) => [...part]))))
const inRange = (sum: bigint, where: string) => {
  must(sum >= 0n && sum < 2n ** 63n, `${where}: the sum ${sum} is out of range`)
  return sum
}
const sumOf = (text: string, where: string) => {
  must(/^-?\d{1,30}$/.test(text), `${where}: ${text} is no sum`)
  return inRange(BigInt(text), where)
}

/** Walks from a leaf to the root. Throws where it does not lead there. */
async function climb(bundle: BundleOnFile, part: number) {
  const { epoch, name, depth, unowned } = bundle
  const { amount, leaf, path } = bundle.parts[part] as Part
  const [at, letters] = [`part ${part + 1}`, new TextEncoder().encode(name.toLowerCase())]
  must(path.length === depth + 1, `${at}: ${path.length} steps instead of ${depth + 1}`)
  must(depth < 31 && leaf >= 0 && leaf < 2 ** depth, `${at}: there is no leaf ${leaf}`)
  let sum = sumOf(amount, at)
  const commitment = await hashOf([2], number(epoch, 4), [letters.length], letters, bytesOf(bundle.nonce))
  let hash = await hashOf([0], number(epoch, 4), commitment, [part], number(sum, 8))
  for (const [below, [besides, text]] of path.entries()) {
    const where = `${at}, level ${below + 1}`
    const [other, otherSum] = [bytesOf(besides), sumOf(text, where)]
    const own = [hash, number(sum, 8)]
    const pair = (leaf >> below) & 1 ? [other, number(otherSum, 8), ...own] : [...own, other, number(otherSum, 8)]
    hash = await hashOf([1], [below + 1], ...pair)
    sum = inRange(sum + otherSum, where)
  }
  const nobody = await hashOf([0], number(epoch, 4), new Uint8Array(32), [0], number(sumOf(unowned, 'unowned'), 8))
  const [last, lastSum] = path[depth] ?? []
  must(last === base64Of(nobody) && lastSum === unowned, `${at}: its last step is not what has no owner`)
  must(String(sum) === bundle.total, `${at}: leads to a total of ${sum}, not ${bundle.total}`)
  must(base64Of(hash) === bundle.root, `${at}: leads to another root`)
}

/** Looks at everything that is in a bundle, one step after another. */
export async function checkBundle(bundle: BundleOnFile, told: (step: Step) => void = () => {}): Promise<Step[]> {
  const steps: Step[] = []
  const look = async (what: string, check: () => void | Promise<void>) => {
    const step: Step = { what, is: 'yes', where: '' }
    if (crypto.subtle === undefined) step.is = 'not checked'
    else await Promise.resolve().then(check).catch((error: Error) => Object.assign(step, { is: 'no', where: error.message }))
    steps.push(step)
    told(step)
  }
  await look('parts', () => {
    const [one, other, ...more] = bundle.parts
    must(one !== undefined && other !== undefined && more.length === 0, `${bundle.parts.length} parts instead of 2`)
    must(one?.leaf !== other?.leaf, 'one leaf stands for both parts')
  })
  await look('part 1', () => climb(bundle, 0))
  await look('part 2', () => climb(bundle, 1))
  return steps
}
