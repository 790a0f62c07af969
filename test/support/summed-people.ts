/** People in a tree of sums, as the books would hand them to it, for tests. */
import { bundleFrom, commitmentOf, SumTree, type Tree } from '#proofs/sum-tree.ts'
import { bundleOnFile } from '#proofs/bundle-text.ts'
import type { BundleOnFile } from '#proofs/web/check-bundle.js'

export type Someone = { id: Buffer; name: string; owed: bigint }

/** Somebody by a number. */
export function someone(number: number, owed: bigint): Someone {
  const id = Buffer.alloc(16)
  id.writeUInt32BE(number, 12)
  return { id, name: `Person_${number}`, owed }
}

/** As the store hands them over. */
export function packed(people: readonly Someone[]): Uint8Array {
  return Buffer.concat(
    people.map(({ id, name, owed }) => {
      const amount = Buffer.alloc(8)
      amount.writeBigInt64BE(owed)
      return Buffer.concat([id, amount, Buffer.of(name.length), Buffer.from(name.toLowerCase())])
    }),
  )
}

export function treeOf(people: readonly Someone[], of: { epoch: number; seed: Buffer }, unowned = 0n): Tree {
  const tree = new SumTree(of)
  tree.add(packed(people))
  return tree.finish(unowned)
}

/** What somebody is handed. */
export function bundleOf(tree: Tree, of: { epoch: number; seed: Buffer }, { id, name }: Someone): BundleOnFile {
  const own = Buffer.from(commitmentOf(of, id, name))
  const block = tree.blocks.findLast(({ first }) => Buffer.compare(first, own) <= 0)
  const bundle = block && bundleFrom(of, { id, name }, block, tree)
  if (bundle === undefined) throw new Error(`${name} is not in the tree`)
  return bundleOnFile(name, tree, bundle)
}
