import { Worker } from 'node:worker_threads'
import type { Recipe } from './hash-cost.ts'

export type HashRequest = { id: number; password: string; recipe: Recipe }
export type HashResult = { id: number; hash: string }

type HashThread = { hash(password: string, recipe: Recipe): Promise<string>; waiting(): number }

/**
 * Hashes on threads of its own. Node's are for files and names of hosts, and as urgent as the event loop; ours are less
 * urgent (hash-worker.ts), so that what screens ask for is answered first. They begin with the first hash, and keep no
 * process from ending.
 */
export function openHashThreads(count: number): HashThread['hash'] {
  const threads = Array.from({ length: count }, openThread)
  return (password, recipe) => {
    const idlest = threads.reduce((one, other) => (other.waiting() < one.waiting() ? other : one))
    return idlest.hash(password, recipe)
  }
}

function openThread(): HashThread {
  const asked = new Map<number, PromiseWithResolvers<string>>()
  let worker: Worker | undefined
  let ids = 0

  const start = () => {
    const started = new Worker(new URL('./hash-worker.ts', import.meta.url))
    started.on('message', ({ id, hash }: HashResult) => {
      asked.get(id)?.resolve(hash)
      asked.delete(id)
      if (asked.size === 0) started.unref()
    })
    started.on('error', (error) => {
      worker = undefined
      for (const { reject } of asked.values()) reject(error)
      asked.clear()
    })
    return started
  }
  return {
    hash(password, recipe) {
      const hash = Promise.withResolvers<string>()
      worker ??= start()
      worker.ref()
      ids += 1
      asked.set(ids, hash)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ id: ids, password, recipe } satisfies HashRequest)
      return hash.promise
    },
    waiting: () => asked.size,
  }
}
