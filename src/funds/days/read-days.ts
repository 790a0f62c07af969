import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuseField } from '#kit/refusal.ts'
import { sum, toWire } from '#money/micro-usd.ts'
import { readPeriod } from '#statements/rules.ts'
import type { KeptDay } from '../books-contract.ts'
import { dayName, dayNumber } from '../dues.ts'
import { coverageOf } from '../held-and-owed.ts'
import { selectDays } from './store.ts'

const DAYS_SHOWN = 90

/** The days that were kept, the oldest first; the last 90 unless asked otherwise. 422 for what is no period of days. */
export async function keptDays(
  tx: Tx,
  asked: { from?: string | undefined; to?: string | undefined },
): Promise<KeptDay[]> {
  const now = (await databaseClock(tx)).now()
  const to = asked.to ?? dayName(dayNumber(now))
  const from = asked.from ?? dayName(dayNumber(new Date(Date.parse(to) || now)) - DAYS_SHOWN)
  const period = readPeriod({ from, to }, now)
  // what nobody gave is not what is wrong
  if ('problem' in period) refuseField(asked.to === undefined ? 'from' : period.field, period.problem)
  return (await selectDays(tx, period.from, period.to)).map(({ day, custody, reserve, committed, ...kinds }) => {
    const owed = sum(Object.values(kinds))
    return {
      ...{ day, custody: toWire(custody), owed: toWire(owed), coverage: coverageOf(custody, owed) },
      reserve: { yield: toWire(reserve), committed: toWire(committed) },
    }
  })
}
