import { KeptFigures } from '#kit/kept-figures.ts'
import type { Tx } from '#kit/database.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { Reserve } from './set-apart.ts'
import { selectFree, selectReserve, selectSpokenFor } from './store.ts'

/**
 * The reserve as anybody is shown it who decides on nothing, signed in or not: what is free is at most a minute old, since to
 * the second it would tell what others are promised (decision 102). Whether promises are strict is no secret and counts
 * at once. One for all who ask, but for `/books`, whose figures are of one moment.
 */
export class ShownReserve {
  private readonly free = new KeptFigures(freeInEach)

  async of(tx: Tx): Promise<Reserve> {
    const [{ backing }, free] = await Promise.all([selectReserve(tx), this.free.of(tx)])
    return { backing, free: free[backing] }
  }
}

/** What is free for promises to come, whichever way promises are backed; as `reserveSeen` counts it. */
async function freeInEach(tx: Tx, now: Date): Promise<{ as_of: string } & Record<Reserve['backing'], MicroUsd>> {
  const [{ balance }, spoken, own] = await Promise.all([selectReserve(tx), selectSpokenFor(tx, null), selectFree(tx)])
  const left = microUsd(balance - spoken)
  return { as_of: now.toISOString(), disclosed: balance, strict: own < ZERO || left < ZERO ? ZERO : left }
}
