import type { Actor, System } from '#kit/actor.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { ActId } from '#kit/ids.ts'
import { toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { Locked } from '#records/lock.ts'
import { writeDecision } from '#records/write-decision.ts'
import { type FollowedBonus, type FollowedInvestment, followInvestment } from '#referrals/follow.ts'
import type { InvestmentFacts } from './contract.ts'
import { heldOf, isInvested, ranOf } from './rules.ts'
import type { InvestmentRecord } from './store.ts'
import { usedOf } from './suspense/store.ts'

/**
 * Writes what has been decided about an investment, and lets its referral follow. Moves no money of the investment: the
 * caller posts that, naming the `act` as which it stands in the log. Answers what it has done to the inviter's bonus.
 */
export async function decide(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  {
    record: before,
    inviterId,
    referral,
    reserve,
  }: Pick<Locked<'investment'>, 'record' | 'inviterId'> & Pick<FollowedInvestment, 'referral' | 'reserve'>,
  decision: {
    act?: ActId
    action: string
    title: string
    after: InvestmentRecord
    reason: string | null
    /** by whom the referral follows, where that is somebody else */
    followedBy?: System
  },
): Promise<FollowedBonus> {
  const { after } = decision
  const used = before.received > ZERO ? await usedOf(tx, before.id) : ZERO
  const factsThen = (investment: InvestmentRecord) => factsOf(investment, used)
  await writeDecision(tx, clock, actor, 'investment', { ...decision, before, factsOf: factsThen })
  return followInvestment(tx, clock, decision.followedBy ?? actor, {
    id: after.id,
    userId: after.user_id,
    inviterId,
    amount: after.amount,
    refBonus: after.ref_bonus,
    source: after.source,
    status: after.status,
    ran: ranOf(after),
    referral,
    reserve,
  })
}

/**
 * What the audit log keeps of an investment, and the investor sees of it in the record's history. `used` is what other
 * investments use of the money that came in for it.
 */
export function factsOf(investment: InvestmentRecord, used: MicroUsd): InvestmentFacts {
  const { status, amount, created_at, began_at, received, txid, at_end } = investment
  const date = isInvested(status) ? (began_at ?? created_at) : created_at
  const held = received > ZERO ? { held: toWire(heldOf(investment, used)) } : {}
  const chosen = at_end === 'to wallet' ? {} : { at_end }
  return {
    status,
    amount: toWire(amount),
    date: date.toISOString(),
    ...held,
    ...(txid !== null && { txid }),
    ...chosen,
  }
}
