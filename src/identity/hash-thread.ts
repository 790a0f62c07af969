import { openThread } from '#kit/thread.ts'
import type { Recipe } from './hash-cost.ts'

export type HashOrder = { password: string; recipe: Recipe }

/**
 * Hashes on threads of its own. Node's are for files and names of hosts, and as urgent as the event loop; ours are less
 * urgent (hash-worker.ts), so that what screens ask for is answered first.
 */
export function openHashThreads(count: number): (password: string, recipe: Recipe) => Promise<string> {
  const program = new URL('./hash-worker.ts', import.meta.url)
  const threads = Array.from({ length: count }, () => openThread<HashOrder, string>(program))
  return (password, recipe) => {
    const idlest = threads.reduce((one, other) => (other.waiting() < one.waiting() ? other : one))
    return idlest.ask({ password, recipe })
  }
}
