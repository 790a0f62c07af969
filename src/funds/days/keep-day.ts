import { setTimeout as pause } from 'node:timers/promises'
import { DAY, MINUTE } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import type { AccountKind } from '#ledger/contract.ts'
import { numberAboveAll, presentMark } from '#ledger/proof/mark.ts'
import { ZERO } from '#money/micro-usd.ts'
import { dayName, dayNumber } from '../dues.ts'
import { insertDay, isToKeep, type KeptSums, sumAccountsAt, sumAccruedAt } from './store.ts'

const LOOK_AGAIN = 200
/** A posting may count from up to five minutes before it is made, by clocks that may be some seconds apart. */
const SETTLES_FOR = 6 * MINUTE

/**
 * Keeps the figures of the day of UTC that ended last, where nobody has yet: what the books say of its last moment, once
 * every transaction is over that was under way six minutes later. What moves money reads the clock under its locks, who holds
 * one is counted by then, and the database takes no posting that counts from longer ago, so nothing of that day comes later,
 * not even where a clock is set back by a little. Waits for them a minute at most, and leaves the
 * day to the next time; a day that nobody kept while the next one lasted is never kept.
 */
export async function keepDay(db: Database, stopping?: AbortSignal): Promise<void> {
  const found = await readTransaction(db, async (tx) => {
    const now = (await databaseClock(tx)).now()
    const today = dayNumber(now)
    const [day, ended] = [dayName(today - 1), new Date(today * DAY)]
    if (now.getTime() - ended.getTime() < SETTLES_FOR) return undefined
    return (await isToKeep(tx, day, ended)) ? { day, ended, next: await numberAboveAll(tx) } : undefined
  })
  if (found === undefined) return
  const { day, ended, next } = found
  const isOver = () => readTransaction(db, async (tx) => BigInt((await presentMark(tx)).oldest) >= next)
  for (let waited = 0; !(await isOver()); waited += LOOK_AGAIN) {
    if (waited >= MINUTE || stopping?.aborted === true) return
    await pause(LOOK_AGAIN)
  }
  const sums = await readTransaction(db, (tx) => sumsAt(tx, ended))
  await transaction(db, (tx) => insertDay(tx, day, sums))
}

/** What the books say of a moment that is over. */
async function sumsAt(tx: Tx, moment: Date): Promise<KeptSums> {
  const accounts = await sumAccountsAt(tx, moment)
  const on = (kind: AccountKind) => accounts.get(kind) ?? ZERO
  return {
    ...{ custody: on('custody'), principal: on('invested'), earnings: on('earnings') },
    ...{ accrued: await sumAccruedAt(tx, moment), referral: on('referral'), bonus: on('bonus') },
    ...{ withdrawing: on('withdrawing'), suspense: on('suspense') },
    ...{ reserve: on('reserve'), committed: on('committed') },
  }
}
