import { standingNow } from '#funds/running.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { allToWire, microUsd, sum } from '#money/micro-usd.ts'
import type { DuesOnWire } from './contract.ts'
import type { BooksNow } from './rules.ts'

/** What is held and set apart this second, and all that falls due, by days of UTC. */
export async function readBooksNow(tx: Tx): Promise<BooksNow & { asOf: Date }> {
  const { books, kinds, pendingBonuses, dues } = await standingNow(tx, (await databaseClock(tx)).now())
  // what of the principal that runs never ends in a wallet is promotional credit at work
  const atWork = kinds.principal - sum(dues.days.map(({ principal }) => principal))
  return {
    ...dues,
    unposted: microUsd(books.accrued + pendingBonuses),
    credit: microUsd(kinds.bonus + atWork),
    reserve: microUsd(books.own.reserve + books.own.committed),
  }
}

/** The same in the wire's shape. */
export async function readDues(tx: Tx): Promise<DuesOnWire> {
  const { asOf, atOnce, days, custody, unposted, credit, reserve } = await readBooksNow(tx)
  return {
    ...{ status: 'success', as_of: asOf.toISOString() },
    ...allToWire({ custody, at_once: atOnce, unposted, credit, reserve }),
    days: days.map(({ day, ...amounts }) => ({ day, ...allToWire(amounts) })),
  }
}
