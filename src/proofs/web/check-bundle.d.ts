/** `amount` and the sums of a path are micro-dollars, hashes base64. */
type Part = { amount: string; leaf: number; path: [hash: string, sum: string][] }
/** Where the log says root and total, signed; null before that. */
type LogPart = { index: number; size: number; salt: string; path: string[]; note: string; key: string }
/** A bundle as it is handed out and kept (docs/proofs.md). */
export type BundleOnFile = {
  epoch: number
  name: string
  nonce: string
  parts: Part[]
  position: number
  depth: number
  unowned: string
  total: string
  root: string
  log: LogPart | null
}
export type CheckedStep = {
  what: 'parts' | 'part 1' | 'part 2' | 'log' | 'signature'
  is: 'yes' | 'no' | 'not checked'
  where: string
}
/** Looks at everything that is in a bundle, one step after another, and tells of each. Never throws for what it finds in it. */
export function checkBundle(bundle: BundleOnFile, tell?: (step: CheckedStep) => void): Promise<CheckedStep[]>
