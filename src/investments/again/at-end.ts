import type { Settings } from '#kit/config.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { atOnce } from '#kit/pipeline.ts'
import { Refusal } from '#kit/refusal.ts'
import { balancesByOwner } from '#ledger/balances.ts'
import { microUsd, sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { type Earned, earnedUpTo, lockEarning } from '../accrue.ts'
import { amountAgain, byTurn } from '../at-end-rules.ts'
import { earnedBy } from '../rules.ts'
import type { EarningInvestment, InvestmentRecord } from '../store.ts'
import { whetherToInvestAgain } from './may-invest-again.ts'

/** One that ends: when, and what it has earned in all. */
export type Ending = { record: InvestmentRecord; at: Date; earned: MicroUsd }

/** What becomes of investments that end and are to be invested again, and what their investors’ others have earned until then. */
export type ChosenEnds = {
  made: readonly InvestmentRecord[]
  /** what each of those has earned, where another that ended after it began counts on it; to be posted behind what pays for it */
  madeEarned: readonly Earned[]
  /** why one goes to the wallet although it was to be invested again, in a sentence, by its id */
  refused: ReadonlyMap<string, string>
  earned: Earned
}

/**
 * Works out what of investments that end is invested again, as their owners have chosen: on the plan's present terms, and
 * from the moment of the end on, however late it is found, so that no second is lost. They go in the order of their ends,
 * each with what was in the wallet at its end, so what is found together comes out as if each had been found at once.
 * Where it is not possible the investment ends like any other. Writes nothing, and reads nothing where nothing was chosen.
 * The caller holds the locks on their investors.
 */
export async function chosenEnds(
  tx: Tx,
  clock: DatabaseClock,
  ending: readonly Ending[],
  defaults: Pick<Settings, 'kyc'>,
): Promise<ChosenEnds> {
  const chosen = ending.filter(({ record }) => record.at_end !== 'to wallet').toSorted(byEnd)
  const now = clock.now()
  if (chosen.length === 0) return { made: [], madeEarned: [], refused: new Map(), earned: earnedUpTo(now, []) }
  const investors = [...new Set(chosen.map(({ record }) => record.user_id))]
  const parents = chosen.map(({ record }) => record)
  const [balances, running, mayInvest] = await atOnce([
    balancesByOwner(tx, investors, ['earnings']),
    lockEarning(tx, investors),
    whetherToInvestAgain(tx, now, parents, defaults),
  ])
  const runningOf = Map.groupBy(running, ({ user_id }) => user_id)
  const endingOf = Map.groupBy(ending, ({ record }) => record.user_id)

  const made: InvestmentRecord[] = []
  const refused = new Map<string, string>()
  for (const { record, at, earned } of chosen) {
    const { user_id: userId, id, at_end: atEnd, amount: principal } = record
    const inWallet = heldAt(at, {
      posted: balances.get(userId)?.earnings ?? ZERO,
      running: runningOf.get(userId) ?? [],
      ending: endingOf.get(userId) ?? [],
      made: made.filter(({ user_id }) => user_id === userId),
    })
    const amount = amountAgain(atEnd, { amount: principal, earned, inWallet })
    const one = mayInvest({ parent: record, amount, began: at })
    if (one instanceof Refusal) refused.set(id, one.message)
    else made.push(one)
  }
  const isCountedOn = ({ user_id: userId, began_at: began }: InvestmentRecord) =>
    chosen.some(
      ({ record, at }) => record.user_id === userId && record.at_end === 'reinvest all' && began !== null && began < at,
    )
  const ends = new Set(ending.map(({ record }) => record.id))
  return {
    made,
    madeEarned: made.map((one) => earnedUpTo(now, isCountedOn(one) ? [one] : [])),
    refused,
    earned: earnedUpTo(
      now,
      running.filter(({ id }) => !ends.has(id)),
    ),
  }
}

type OfInvestor = {
  posted: MicroUsd
  /** with those that end */
  running: readonly EarningInvestment[]
  ending: readonly Ending[]
  made: readonly InvestmentRecord[]
}

/**
 * What an investor's Earnings Wallet holds at an end, micro-dollars: what is posted, what all that runs had earned by then
 * beyond it, and the principals that had come back, less what was invested again before. What was posted of later earnings
 * takes nothing away. It is never more than what is posted when it is found.
 */
function heldAt(at: Date, { posted, running, ending, made }: OfInvestor): MicroUsd {
  const earned = [...running, ...made].map((one) => atLeastNothing(earnedBy(one, at) - one.earned_posted))
  const back = ending.flatMap(({ record, at: end }) => (end <= at ? [ofWallet(record)] : []))
  return atLeastNothing(posted + sum(earned) + sum(back) - sum(made.map(ofWallet)))
}

/** The principal, where it comes out of the Earnings Wallet and goes there. */
const ofWallet = ({ source, amount }: InvestmentRecord) => (source === 'bonus' ? ZERO : amount)
const atLeastNothing = (micros: bigint) => (micros > 0n ? microUsd(micros) : ZERO)

function byEnd(one: Ending, other: Ending): number {
  return one.at.getTime() - other.at.getTime() || byTurn(one.record, other.record)
}
