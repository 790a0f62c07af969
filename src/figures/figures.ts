import { dueByDay, dueOnWire, type DueRow, type DueSums } from '#funds/due.ts'
import { heldAndOwed, type HeldAndOwed, owedByKind } from '#funds/held-and-owed.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuseField } from '#kit/refusal.ts'
import { allToWire, microUsd, sum, toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { HUNDRED_PERCENT } from '#money/percent.ts'
import { isZone } from '#statements/rules.ts'
import { type Days, daysFrom, type Moved, type PastDays } from './days.ts'
import type { PlatformFigures } from './contract.ts'
import { countNewUsers, countUnverified, countUsers, sumOwnFunds, sumPaidOut } from './store.ts'

/** Days of the charts that are gone, today among them. */
const GONE = 30
/** Today and so many days after it: what begins today for thirty days ends on the last of them. */
const COMING = 1 + 90
const SOON = 1 + 30
const SECONDS_PER_DAY = 86_400n

const NOTHING_DUE: DueSums = { count: 0, principal: ZERO, to_earn: ZERO }

/**
 * The platform's figures at this second, exactly as the books have them (business rules §3). Every amount is a sum of
 * accounts or of records whose postings it is, so that `money.in − money.out + own_in − own_out` is what the payment
 * wallets hold. `accrued` is what running investments have earned to the second and the daily posting has not yet
 * credited; with it `owed` is what investors could ask for, if all ended now. Days are those of `zone`, UTC where none is
 * named; 422 if it is none. Conversion follows who was new in the last 30 days: registered are the new users and
 * those who have not proved their codes yet, invested have an investment that was approved.
 */
export async function platformFigures(
  tx: Tx,
  asked: { zone?: string | undefined },
  past: PastDays,
): Promise<PlatformFigures> {
  const zone = asked.zone ?? 'UTC'
  if (!isZone(zone)) refuseField('zone', 'This is not a time zone: use a name such as Europe/Berlin.')
  const now = (await databaseClock(tx)).now()
  const gone = daysFrom(now, 1 - GONE, GONE, zone)
  const coming = daysFrom(now, 0, COMING, zone)
  const [since = now] = gone.begin

  const running = await dueByDay(tx, now, coming.begin)
  const books = await heldAndOwed(tx, running)
  const moved = await past.movedOn(tx, gone, zone, now)
  return {
    ...{ status: 'success', as_of: now.toISOString(), zone, since: since.toISOString() },
    money: await moneyMoved(tx, books, gone, moved),
    ...(await balanceSheet(tx, books)),
    due: dueOn(running, coming, now),
    ...(await newPeople(tx, gone, since)),
  }
}

/** What came in and went out: since the beginning, in the days gone, and on each of them. */
async function moneyMoved(
  tx: Tx,
  { custody }: HeldAndOwed,
  gone: Days,
  moved: readonly Moved[],
): Promise<PlatformFigures['money']> {
  const { own_in, own_out } = await sumOwnFunds(tx)
  const paidOut = await sumPaidOut(tx)
  return {
    in: toWire(microUsd(custody + paidOut - own_in + own_out)),
    out: toWire(paidOut),
    in_30_days: toWire(sum(moved.map(({ received }) => received))),
    out_30_days: toWire(sum(moved.map(({ paid }) => paid))),
    own_in: toWire(own_in),
    own_out: toWire(own_out),
    days: gone.names.map((day, place) => {
      const on = moved[place]
      if (on === undefined) throw new Error(`nothing was read for ${day}`)
      return {
        day,
        in: toWire(on.received),
        out: toWire(on.paid),
        own_in: toWire(on.own_in),
        own_out: toWire(on.own_out),
      }
    }),
  }
}

/** What is owed, by the kind of account that it stands on, and what is held against it at each payment wallet. */
async function balanceSheet(tx: Tx, books: HeldAndOwed): Promise<Pick<PlatformFigures, 'owed' | 'held' | 'coverage'>> {
  const { wallets, custody, owed, coverage } = books
  const { principal: invested, ...kinds } = await owedByKind(tx, books)
  return {
    owed: allToWire({ ...kinds, invested, total: owed }),
    held: {
      total: toWire(custody),
      wallets: wallets.map(({ wallet: { id, wallet_name, network, available }, ...amounts }) => ({
        ...{ id, name: wallet_name, network, available },
        custody: toWire(amounts.custody),
        suspense: toWire(amounts.suspense),
      })),
    },
    coverage: {
      held: toWire(custody),
      owed: toWire(owed),
      over: toWire(microUsd(custody - owed)),
      percent: coverage,
    },
  }
}

/** Running investments by when they end: soon, in all the days to come, after them, and on each. */
function dueOn(running: readonly DueRow[], coming: Days, now: Date): PlatformFigures['due'] {
  const due = new Map(running.map(({ day, ...sums }) => [day, sums]))
  const days = coming.names.map((_, day) => due.get(day) ?? NOTHING_DUE)
  const earned = coming.begin.slice(1).map((until) => toEarnBy(running, coming, now, until))
  return {
    in_30_days: dueOnWire(days.slice(0, SOON)),
    in_90_days: dueOnWire(days),
    later: dueOnWire([due.get(COMING) ?? NOTHING_DUE]),
    days: coming.names.map((day, place) => ({
      ...{ day, ...dueOnWire(days.slice(place, place + 1)) },
      comes_back: toWire(due.get(place)?.withdrawable ?? ZERO),
      earns: toWire(microUsd((earned[place] ?? ZERO) - (earned[place - 1] ?? ZERO))),
    })),
  }
}

/**
 * What all that runs earns from now until a moment at which a day begins. Those that have ended by then, exactly; the
 * others by the same formula over the sum of their principals, where each on its own is rounded down: at most two
 * millionths of a dollar for each apart from what they will have earned, and never more than they earn in all.
 */
function toEarnBy(running: readonly DueRow[], coming: Days, now: Date, until: Date): MicroUsd {
  const seconds = BigInt(Math.floor((until.getTime() - now.getTime()) / 1000))
  return sum(
    running.map(({ day, to_earn, per_day }) => {
      const ends = coming.begin[day + 1]
      if (ends !== undefined && ends <= until) return to_earn
      const grown = microUsd((per_day * seconds) / (SECONDS_PER_DAY * HUNDRED_PERCENT))
      return grown < to_earn ? grown : to_earn
    }),
  )
}

/** How many users there are, who was new in the days gone, and how far those have come. */
async function newPeople(tx: Tx, gone: Days, since: Date): Promise<Pick<PlatformFigures, 'users' | 'conversion'>> {
  const fresh = await countNewUsers(tx, gone.begin)
  const unverified = await countUnverified(tx, since)
  const total = await countUsers(tx)
  const verified = fresh.reduce((count, row) => count + row.verified, 0)
  return {
    users: {
      total,
      in_30_days: verified,
      days: gone.names.map((day, place) => ({ day, count: fresh.find((row) => row.day === place)?.verified ?? 0 })),
    },
    conversion: {
      registered: verified + unverified,
      verified,
      approved: fresh.reduce((count, row) => count + row.approved, 0),
      invested: fresh.reduce((count, row) => count + row.invested, 0),
    },
  }
}
