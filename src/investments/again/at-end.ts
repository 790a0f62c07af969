import type { Settings } from '#kit/config.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { atOnce } from '#kit/pipeline.ts'
import { Refusal } from '#kit/refusal.ts'
import { balancesByOwner } from '#ledger/balances.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { type Earned, earnedUpTo, lockEarning } from '../accrue.ts'
import { amountAgain } from '../at-end-rules.ts'
import { earnedBy, endOf } from '../rules.ts'
import type { InvestmentRecord } from '../store.ts'
import { whetherToInvestAgain } from './may-invest-again.ts'

/** One that ends: with all that it has earned, and what of that is still to be posted. */
export type Ending = { record: InvestmentRecord; earned: MicroUsd; due: MicroUsd }

/** What becomes of investments that end and are to be invested again, and what their investors’ others have earned until then. */
export type ChosenEnds = {
  made: readonly InvestmentRecord[]
  /** why one goes to the wallet although it was to be invested again, in a sentence, by its id */
  refused: ReadonlyMap<string, string>
  earned: Earned
}

/**
 * Works out what of investments that end is invested again, as their owners have chosen: on the plan's present terms, and
 * from the moment of the end on, however late it is found, so that no second is lost. Where it is not possible the
 * investment ends like any other. Writes nothing, and reads nothing where nothing was chosen. The caller holds the locks on
 * their investors.
 */
export async function chosenEnds(
  tx: Tx,
  clock: DatabaseClock,
  ending: readonly Ending[],
  defaults: Pick<Settings, 'kyc'>,
): Promise<ChosenEnds> {
  const chosen = ending.filter(({ record }) => record.at_end !== 'to wallet').map(({ record }) => record)
  const now = clock.now()
  if (chosen.length === 0) return { made: [], refused: new Map(), earned: earnedUpTo(now, []) }
  const investors = [...new Set(chosen.map(({ user_id }) => user_id))]
  const [balances, running, mayInvest] = await atOnce([
    balancesByOwner(tx, investors, ['earnings']),
    lockEarning(tx, investors),
    whetherToInvestAgain(tx, now, chosen, defaults),
  ])
  const ends = new Set(ending.map(({ record }) => record.id))
  const others = running.filter(({ id }) => !ends.has(id))
  const inWallets = new Map(investors.map((id) => [id, balances.get(id)?.earnings ?? ZERO]))
  const put = (userId: string, amount: bigint) => {
    const held = inWallets.get(userId)
    if (held !== undefined) inWallets.set(userId, microUsd(held + amount))
  }
  for (const one of others) put(one.user_id, earnedBy(one, now) - one.earned_posted)
  // what ends with it is there before anything is invested again
  for (const { record, due } of ending) {
    put(record.user_id, due)
    if (record.source !== 'bonus') put(record.user_id, record.amount)
  }

  const made: InvestmentRecord[] = []
  const refused = new Map<string, string>()
  for (const { record, earned: inAll } of ending) {
    const { user_id: userId, id, began_at: began, at_end: atEnd } = record
    if (atEnd === 'to wallet' || began === null) continue
    const inWallet = inWallets.get(userId) ?? ZERO
    const amount = amountAgain(atEnd, { amount: record.amount, earned: inAll, inWallet })
    const one = mayInvest({ parent: record, amount, began: endOf(began, record.duration) })
    if (one instanceof Refusal) {
      refused.set(id, one.message)
      continue
    }
    made.push(one)
    if (one.source !== 'bonus') put(userId, -amount)
  }
  return { made, refused, earned: earnedUpTo(now, others) }
}
