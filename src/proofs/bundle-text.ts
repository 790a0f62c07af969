import type { InLog } from '#log/proof-in-log.ts'
import type { Bundle, Published } from './sum-tree.ts'
import type { OwnBundle } from './contract.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** What is published of a proof, of the books as so many entries of the log leave them. */
export type Announced = Published & { position: number }

/** What the log commits to of a proof: a line each. */
export function announcedText({ epoch, position, depth, unowned, total, root }: Announced): string {
  return `${[epoch, position, depth, unowned, total, base64(root)].join('\n')}\n`
}

/** A bundle as it is handed out: sums in whole micro-dollars, hashes in base64 (docs/proofs.md). */
export function bundleOnFile(
  name: string,
  { epoch, position, root, total, depth, unowned }: Announced,
  { nonce, parts }: Bundle,
  log: InLog | null,
): Omit<OwnBundle, 'made_at'> {
  return {
    ...{ epoch, name, nonce: base64(nonce) },
    parts: parts.map(({ amount, leaf, path }) => ({
      ...{ amount: String(amount), leaf },
      path: path.map(({ hash, sum }): [string, string] => [base64(hash), String(sum)]),
    })),
    ...{ position, depth, unowned: String(unowned), total: String(total), root: base64(root), log },
  }
}
