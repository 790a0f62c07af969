import { KeptFigures } from '#kit/kept-figures.ts'
import type { Tx } from '#kit/database.ts'
import { reserveSeen, type SeenReserve } from './open.ts'
import type { Reserve } from './set-apart.ts'
import { selectReserve } from './store.ts'

/**
 * The reserve as anybody is shown it who decides on nothing, signed in or not: what is free is at most a minute old, since to
 * the second it would tell what others are promised (decision 102). Whether promises are strict is no secret and counts
 * at once. One for all who ask, but for `/books`, whose figures are of one moment.
 */
export class ShownReserve {
  private readonly seen = new KeptFigures(seenAt)

  async of(tx: Tx): Promise<Reserve> {
    const [{ backing }, { free }] = await Promise.all([selectReserve(tx), this.seen.of(tx)])
    return { backing, free: free[backing] }
  }
}

async function seenAt(tx: Tx, now: Date): Promise<{ as_of: string } & SeenReserve> {
  return { as_of: now.toISOString(), ...(await reserveSeen(tx)) }
}
