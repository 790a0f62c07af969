import type { Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuseField } from '#kit/refusal.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { microUsd, toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { runningOf } from '#investments/read.ts'
import type { StatementAccount, statementsContract, WorthDay } from './contract.ts'
import { isZone, lastDays } from './rules.ts'
import { accountsOf, OWN_ACCOUNTS } from './statement.ts'
import { type DayChange, type Reach, selectDayChanges, selectReach } from './store.ts'

const ABOUT = ['all', ...OWN_ACCOUNTS] as const
const MOST_DAYS = 366
const DAYS = 30

/**
 * What the investor had at the end of each of the last days: of each account and altogether, what the statement of that
 * day closes with, to the micro-dollar (decision 42). Today is as of the answer, with what is earned and not posted yet,
 * so that it is what the balances show at that second. One read; of each chain only what the days need. 422 for a zone or a number of days that cannot be.
 */
export async function worthOf(
  tx: Tx,
  actor: Investor,
  asked: { days?: string | undefined; zone?: string | undefined },
): Promise<ReplyOf<(typeof statementsContract)['GET /api/worth']>> {
  const { zone = 'UTC', days: count = String(DAYS) } = asked
  if (!isZone(zone)) refuseField('zone', 'This is not a time zone: use a name such as Europe/Berlin.')
  if (Number(count) > MOST_DAYS) refuseField('days', `Choose at most ${MOST_DAYS} days.`)
  const clock = await databaseClock(tx)
  const days = lastDays(clock.now(), Number(count), zone)
  const begins = days.map((day) => day.begins)
  const sums: { about: StatementAccount; reach: Reach }[] = []
  for (const about of ABOUT) {
    const span = { begins: begins[0] ?? clock.now(), ends: null }
    sums.push({ about, reach: await selectReach(tx, accountsOf(actor, about), span) })
  }
  const changes = await selectDayChanges(tx, sums, begins)
  const { unposted } = await runningOf(tx, clock, actor.userId)
  return {
    status: 'success',
    zone,
    as_of: clock.now().toISOString(),
    days: closes(
      days.map(({ day }) => day),
      sums,
      changes,
      unposted,
    ),
  }
}

/** What stands at the end of each day, from what stood before all that is within reach, and what changed since. */
function closes(
  days: readonly string[],
  before: readonly { about: StatementAccount; reach: Reach }[],
  changes: readonly DayChange[],
  unposted: MicroUsd,
): WorthDay[] {
  const standing: Record<StatementAccount, MicroUsd> = {
    ...{ all: ZERO, earnings: ZERO, referral: ZERO, bonus: ZERO, invested: ZERO, withdrawing: ZERO },
  }
  const byDay = Map.groupBy(changes, ({ day }) => day)
  const add = (changed: readonly { about: StatementAccount; amount: MicroUsd }[]) => {
    for (const { about, amount } of changed) standing[about] = microUsd(standing[about] + amount)
  }
  add(before.map(({ about, reach }) => ({ about, amount: reach.balance })))
  add(byDay.get(0) ?? [])
  return days.map((day, place) => {
    const changed = byDay.get(place + 1) ?? []
    add(changed)
    if (place === days.length - 1)
      add([
        { about: 'all', amount: unposted },
        { about: 'earnings', amount: unposted },
      ])
    const outside = changed.find(({ about }) => about === 'all')
    return {
      day,
      all: toWire(standing.all),
      earnings: toWire(standing.earnings),
      referral: toWire(standing.referral),
      bonus: toWire(standing.bonus),
      invested: toWire(standing.invested),
      withdrawing: toWire(standing.withdrawing),
      paid_in: toWire(outside?.paid_in ?? ZERO),
      paid_out: toWire(outside?.paid_out ?? ZERO),
    }
  })
}
