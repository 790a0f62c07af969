import type { Tx } from '#kit/database.ts'
import { allToWire } from '#money/micro-usd.ts'
import type { BooksMonths } from '../books-contract.ts'
import { selectMonths } from './store.ts'

/** What was promised, paid and returned in each month of UTC to this one, the newest first. */
export async function monthsNow(tx: Tx, now: Date): Promise<BooksMonths> {
  const months = await selectMonths(tx, now)
  return {
    as_of: now.toISOString(),
    months: months.toReversed().map(({ month, ...amounts }) => ({ month, ...allToWire(amounts) })),
  }
}
