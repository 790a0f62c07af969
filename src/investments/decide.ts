import { recordAct, recordDecision } from '#audit/record.ts'
import type { Actor } from '#kit/actor.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { ActId } from '#kit/ids.ts'
import { toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { announce, notify } from '#notifications/notify.ts'
import { followInvestment } from '#referrals/follow.ts'
import type { Facts } from './contract.ts'
import type { LockedInvestment } from './lock.ts'
import { COLOURS, heldOf, isInvested } from './rules.ts'
import { changeInvestment, insertInvestment, usedOf, type InvestmentRecord } from './store.ts'

/**
 * Writes what has been decided about an investment: the record, the decision where the state changes, the audit log
 * with before and after, the investor's notification, and the referral that follows it. Moves no money of the
 * investment: the caller posts that, naming the `act` as which it stands in the log. Answers by how much the inviter's bonus has moved with it, micro-dollars.
 */
export async function decide(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  { investment, inviterId }: LockedInvestment,
  decision: { act?: ActId; action: string; title: string; after: InvestmentRecord; reason: string | null },
): Promise<MicroUsd> {
  const { user_id, id, ...changed } = decision.after
  await changeInvestment(tx, investment, changed)
  const used = investment.received > ZERO ? await usedOf(tx, id) : ZERO
  const act = {
    id: decision.act,
    action: decision.action,
    subject: { kind: 'investment', id },
    before: factsOf(investment, used),
    after: factsOf(decision.after, used),
    reason: decision.reason,
  } as const
  if (changed.status === investment.status) await recordAct(tx, clock, actor, act)
  else await recordDecision(tx, clock, actor, { ...act, from: investment.status, to: changed.status })
  await tellInvestor(tx, clock, decision.after, decision.title)
  return followInvestment(tx, clock, actor, {
    id,
    userId: user_id,
    inviterId,
    amount: changed.amount,
    refBonus: changed.ref_bonus,
    source: changed.source,
    status: changed.status,
  })
}

/** Writes a new investment with its decision, the audit log and the notification. Moves no money. */
export async function decideNew(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  investment: InvestmentRecord,
  decision: { act: ActId; action: string; title: string },
): Promise<void> {
  await insertInvestment(tx, investment)
  await recordDecision(tx, clock, actor, {
    id: decision.act,
    action: decision.action,
    subject: { kind: 'investment', id: investment.id },
    from: null,
    to: investment.status,
    before: null,
    after: factsOf(investment, ZERO),
  })
  await tellInvestor(tx, clock, investment, decision.title)
}

async function tellInvestor(tx: Tx, clock: DatabaseClock, investment: InvestmentRecord, title: string): Promise<void> {
  await notify(tx, clock, investment.user_id, 'investments', {
    icon: 'investment',
    title,
    bold_value: showUsd(investment.amount),
    status_color: COLOURS[investment.status],
    status_text: investment.status,
  })
  await announce(tx, investment.user_id, 'balance')
}

/**
 * What the audit log keeps of an investment, and the investor sees of it in the record's history. `used` is what other
 * investments use of the money that came in for it.
 */
export function factsOf(investment: InvestmentRecord, used: MicroUsd): Facts {
  const { status, amount, created_at, began_at, received } = investment
  const date = isInvested(status) ? (began_at ?? created_at) : created_at
  const held = received > ZERO ? { held: toWire(heldOf(investment, used)) } : {}
  return { status, amount: toWire(amount), date: date.toISOString(), ...held }
}
