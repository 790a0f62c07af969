import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk, type Correction } from '#approvals/ask.ts'
import { changesBetween } from '#approvals/rules.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { newActId } from '#kit/ids.ts'
import { refuseField } from '#kit/refusal.ts'
import { microUsd, type MicroUsd, toWire, ZERO } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { post } from '#ledger/post.ts'
import { lockForDecision, refuseClosed } from '#records/lock.ts'
import { transferBetween } from './books.ts'
import { decide } from './decide.ts'
import { TRANSITIONS } from './rules.ts'
import type { InvestmentRecord } from './store.ts'

/**
 * Declines an investment. What has come in for it anyway (`received`, all together) is held in suspense at its
 * wallet; zero leaves what was known before. 409 in any state but pending and waiting approval, 422 if it is less
 * than was known before. What is said to have come in is a correction of custody where it is not the amount: beyond
 * what one administrator may do alone it waits for a second. Then nothing has changed, and the id of the request is
 * answered.
 */
export async function declineInvestment(
  tx: Tx,
  actor: Administrator,
  input: { id: string; version?: number | undefined; reason: string | null; received: MicroUsd },
  agreed?: Agreed,
): Promise<string | undefined> {
  const locked = await lockForDecision(tx, actor, 'investment', input.id)
  const { record: investment, clock } = locked
  refuseClosed('investment', TRANSITIONS.decline, investment, input.version)

  const { reason } = input
  const received = input.received === ZERO ? investment.received : input.received
  if (received < investment.received) {
    refuseField('received', `Enter at least ${showUsd(investment.received)}: that much has already come in for it.`)
  }
  const declined: InvestmentRecord = {
    ...investment,
    status: TRANSITIONS.decline.to,
    reason,
    received,
    // What has come in for it is its own now: brought back by an edit it takes that, not once more what is held for another.
    from_suspense: received > investment.received ? null : investment.from_suspense,
    version: investment.version + 1,
  }
  return correctOrAsk(tx, clock, actor, correctionOf(investment, { reason, received }), agreed, async () => {
    const act = newActId()
    await post(tx, { actor, act }, clock.now(), [transferBetween(investment, declined, 'received')])
    await decide(tx, clock, actor, locked, {
      act,
      action: 'decline investment',
      title: 'Investment declined',
      after: declined,
      reason,
    })
    const more = microUsd(received - investment.received)
    return {
      // All of it came in, and it is declined anyway: nothing is made up that approving would not have said.
      moved: received === investment.amount ? ZERO : more,
      counts: more,
      changes: changesBetween(
        { status: investment.status, received: toWire(investment.received) },
        { status: declined.status, received: toWire(received) },
      ),
    }
  })
}

/** A decision to decline as it is kept while it waits; `received` all together. */
export type KeptDecline = { id: string; version: number; reason: string | null; received: string }

function correctionOf(
  { id, user_id, version }: InvestmentRecord,
  { reason, received }: { reason: string | null; received: MicroUsd },
): Correction {
  const kept: KeptDecline = { id, version, reason, received: toWire(received) }
  const subject = { kind: 'investment', id } as const
  return { kind: 'decline investment', subject, concerns: user_id, input: kept, version, reason }
}
