/**
 * Lets at most `atOnce` pieces of work run at a time; the others wait in the order in which they came.
 * For work that takes the whole of a processor, or much memory.
 */
export function takingTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The turn goes to who waits longest, or back.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
