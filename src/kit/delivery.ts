import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from './clock.ts'

/** Milliseconds for which calls of `wake` are gathered: each look costs as much as a small part of what woke it. */
const GATHER = 50

export type Delivery = {
  /** To be called after a transaction has committed: what it wants to say goes out in a moment. */
  wake(): void
  /** Resolves when what was being sent has been answered for. */
  stop(): Promise<void>
}

/**
 * Calls `deliver`, which answers how many it took on: again at once where that was a whole batch, else when woken or
 * after a second. A failure is logged once until it works again.
 */
export function keepDelivering(deliver: () => Promise<number>, batch: number, log: (error: unknown) => void): Delivery {
  let stopped = false
  let woken = Promise.withResolvers<void>()
  const run = async () => {
    let failing = false
    while (!stopped) {
      woken = Promise.withResolvers()
      try {
        const taken = await deliver()
        failing = false
        if (taken === batch) continue
      } catch (error) {
        if (!failing) log(error)
        failing = true
      }
      const second = setTimeout(woken.resolve, SECOND)
      await woken.promise
      clearTimeout(second)
      if (!stopped) await pause(GATHER)
    }
  }
  const running = run()
  return {
    wake: () => woken.resolve(),
    async stop() {
      stopped = true
      woken.resolve()
      await running
    },
  }
}
