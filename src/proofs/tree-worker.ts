/** A thread that builds a tree of sums: begun, given people, finished. What it is asked out of order ends it. */
import { doEach } from '#kit/thread.ts'
import { SumTree, type Tree } from './sum-tree.ts'
import type { TreeOrder } from './tree-thread.ts'

let tree: SumTree | undefined

doEach((order: TreeOrder): Tree | undefined => {
  if ('seed' in order) {
    tree = new SumTree(order)
    return undefined
  }
  if (tree === undefined) throw new Error('no tree was begun')
  if ('packed' in order) {
    tree.add(order.packed)
    return undefined
  }
  const built = tree.finish(order.unowned)
  tree = undefined
  return built
})
