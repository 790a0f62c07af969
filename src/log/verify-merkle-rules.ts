/** The verifying half of the tree, for anybody who has a root: RFC 9162, 2.1.3.2 and 2.1.4.2, in Node and in a browser. */
import { sameBytes, digest } from './bytes-rules.ts'

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** What the tree keeps of an entry. */
export const hashOfLeaf = (entry: Uint8Array): Promise<Uint8Array> => digest(LEAF, entry)
export const hashOfNode = (left: Uint8Array, right: Uint8Array) => digest(NODE, left, right)

const isSize = (size: number) => Number.isSafeInteger(size) && size >= 0
const half = (size: number) => Math.floor(size / 2)
const isOdd = (size: number) => size % 2 === 1

/** Whether the leaf stands at this index of the tree of this size and root. A path too long or too short says no. */
export async function isIncluded(
  leaf: { hash: Uint8Array; index: number },
  tree: { size: number; root: Uint8Array },
  path: readonly Uint8Array[],
): Promise<boolean> {
  if (!isSize(leaf.index) || !isSize(tree.size) || leaf.index >= tree.size) return false
  let [node, last] = [leaf.index, tree.size - 1]
  let hash = leaf.hash
  for (const step of path) {
    if (last === 0) return false
    if (isOdd(node) || node === last) {
      hash = await hashOfNode(step, hash)
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)]
    } else {
      hash = await hashOfNode(hash, step)
    }
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && sameBytes(hash, tree.root)
}

/** Whether the new tree begins with all leaves of the old one. From an empty tree everything begins. */
export async function isConsistent(
  old: { size: number; root: Uint8Array },
  grown: { size: number; root: Uint8Array },
  path: readonly Uint8Array[],
): Promise<boolean> {
  if (!isSize(old.size) || !isSize(grown.size) || old.size > grown.size) return false
  if (old.size === 0) return path.length === 0 && sameBytes(old.root, await digest())
  if (old.size === grown.size) return path.length === 0 && sameBytes(old.root, grown.root)
  let [node, last] = [old.size - 1, grown.size - 1]
  while (isOdd(node)) [node, last] = [half(node), half(last)]
  const [first, ...steps] = node === 0 ? [old.root, ...path] : path
  if (first === undefined) return false
  let [oldHash, newHash] = [first, first]
  for (const step of steps) {
    if (last === 0) return false
    if (isOdd(node) || node === last) {
      oldHash = await hashOfNode(step, oldHash)
      newHash = await hashOfNode(step, newHash)
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)]
    } else {
      newHash = await hashOfNode(newHash, step)
    }
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && sameBytes(oldHash, old.root) && sameBytes(newHash, grown.root)
}
