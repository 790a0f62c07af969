import type { BundleOnFile } from './web/check-bundle.js'
import type { Bundle, Published } from './sum-tree.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** A bundle as it is handed out: sums in whole micro-dollars, hashes in base64 (docs/proofs.md). */
export function bundleOnFile(
  name: string,
  { epoch, root, total, depth, unowned }: Published,
  { nonce, parts }: Bundle,
): BundleOnFile {
  return {
    ...{ epoch, name, nonce: base64(nonce) },
    parts: parts.map(({ amount, leaf, path }) => ({
      ...{ amount: String(amount), leaf },
      path: path.map(({ hash, sum }): [string, string] => [base64(hash), String(sum)]),
    })),
    ...{ depth, unowned: String(unowned), total: String(total), root: base64(root) },
  }
}
