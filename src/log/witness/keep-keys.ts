/** The keys of the logs that a witness watches, a line each, in a file: added and never taken away. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readVerifierKey, type Verifier } from '../verify-note-rules.ts'

/**
 * The keys that are kept, with those that are given now; at the first start and without any, the one that the house says.
 * Throws a sentence for the operator where one of them is no key.
 */
export async function keepKeys(
  path: string,
  given: readonly string[],
  ask: () => Promise<string>,
): Promise<(Verifier & { text: string })[]> {
  const before = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
  const lines = [...new Set([...before, ...given])]
  const texts = lines.length > 0 ? lines : [await ask()]
  const keys = []
  for (const text of texts) {
    const key = await readVerifierKey(text)
    if (key === undefined) throw new Error(`"${text}" is not the key of a log: it is like plumb.example+1a2b3c4d+AR….`)
    keys.push({ ...key, text })
  }
  writeFileSync(path, `${texts.join('\n')}\n`, { mode: 0o600, flush: true })
  return keys
}
