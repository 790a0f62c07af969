import { parentPort, Worker } from 'node:worker_threads'

type Asked<Order> = { id: number; order: Order }
type Done<Result> = { id: number; result: Result }

/** A thread that does one thing, one order after another. */
export type Thread<Order, Result> = { ask(order: Order): Promise<Result>; waiting(): number }

/**
 * A thread for what would hold up the event loop. It begins with the first order and keeps no process from ending. Where
 * an order brings it down, that one and all that wait are rejected, and the next begins another.
 */
export function openThread<Order, Result>(program: URL): Thread<Order, Result> {
  const asked = new Map<number, PromiseWithResolvers<Result>>()
  let worker: Worker | undefined
  let ids = 0

  const start = () => {
    const started = new Worker(program)
    started.on('message', ({ id, result }: Done<Result>) => {
      asked.get(id)?.resolve(result)
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
    ask(order) {
      const done = Promise.withResolvers<Result>()
      worker ??= start()
      worker.ref()
      ids += 1
      asked.set(ids, done)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ id: ids, order } satisfies Asked<Order>)
      return done.promise
    },
    waiting: () => asked.size,
  }
}

/** What the thread's own program does with each order. What it throws ends the thread. */
export function doEach<Order, Result>(work: (order: Order) => Result | Promise<Result>): void {
  const answer = async ({ id, order }: Asked<Order>) => {
    const done: Done<Result> = { id, result: await work(order) }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage(done)
  }
  parentPort?.on('message', (asked: Asked<Order>) => void answer(asked))
}
