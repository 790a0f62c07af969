import { openThread, type Thread } from '#kit/thread.ts'
import type { Tree } from './sum-tree.ts'

/** People as `SumTree` takes them, or the end of them. */
export type TreeOrder = { epoch: number; seed: Uint8Array } | { packed: Uint8Array } | { unowned: bigint }

/** The thread on which trees are built, one after another, so that the app answers meanwhile. */
export function openTreeThread(): Thread<TreeOrder, Tree | undefined> {
  return openThread(new URL('./tree-worker.ts', import.meta.url))
}
