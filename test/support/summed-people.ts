/** People in a tree of sums, as the books would hand them to it, for tests. */
import { bundleFrom, commitmentOf, SumTree, type Tree } from '#proofs/sum-tree.ts'
import { randomBytes } from 'node:crypto'
import { announcementCommitment, logEntry } from '#log/commitment.ts'
import { grownTiles, inclusionPath, leafHash, rootOf } from '#log/merkle.ts'
import { type Signer, signerOf, signNote } from '#log/note.ts'
import { textOfTreeHead } from '#log/verify-note-rules.ts'
import { announcedText, bundleOnFile } from '#proofs/bundle-text.ts'
import type { BundleOnFile } from '#proofs/web/check-bundle.js'
import { there } from './there.ts'

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
  return bundleOnFile(name, { ...tree, position: 41 }, bundle, null)
}

/** A log in which what this bundle leads to was announced as one of several entries, signed. */
export async function inLog(
  bundle: BundleOnFile,
  { index = 41, size = 70, ...by }: { index?: number; size?: number; signer?: Signer } = {},
): Promise<BundleOnFile> {
  const salt = randomBytes(32)
  const announced = announcedText({
    ...bundle,
    unowned: BigInt(bundle.unowned),
    total: BigInt(bundle.total),
    root: Buffer.from(bundle.root, 'base64'),
  })
  const commitment = announcementCommitment('proof', Buffer.from(announced), salt)
  const leaves = Array.from({ length: size }, (_none, at) =>
    leafHash(logEntry('proof', at === index ? commitment : randomBytes(32))),
  )
  const tiles = grownTiles(0, leaves, () => new Uint8Array())
  const tileAt = ({ level, n }: { level: number; n: number }) =>
    there(tiles.find((tile) => tile.level === level && tile.n === n)).hashes
  const signer = by.signer ?? (await signerOf('plumb.example/log', randomBytes(32)))
  const head = { origin: signer.name, size, root: rootOf(size, tileAt) }
  const path = inclusionPath(index, size, tileAt).map((hash) => Buffer.from(hash).toString('base64'))
  const note = await signNote(textOfTreeHead(head), signer)
  return { ...bundle, log: { index, size, salt: salt.toString('base64'), path, note, key: signer.verifierKey } }
}
