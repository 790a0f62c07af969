import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newActId } from '#kit/ids.ts'
import { refuseField } from '#kit/refusal.ts'
import { RESERVE_ID } from '#ledger/accounts.ts'
import { credit, debit, post, type Entry } from '#ledger/post.ts'
import { toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { announce } from '#notifications/notify.ts'
import { mayLeaveReserve } from './open.ts'
import { NOTHING_TO_SET_APART } from './rules.ts'
import { lockReserve, selectFree } from './store.ts'

/** The lines that set money of the house apart for promises, or free it again; micro-dollars. */
export function reserveEntries(direction: 'in' | 'out', amount: MicroUsd): Entry[] {
  return direction === 'in'
    ? [debit('equity/set-apart', amount), credit('reserve/yield', amount)]
    : [debit('reserve/yield', amount), credit('equity/set-apart', amount)]
}

/**
 * Moves money of the house that is in its wallets already into the reserve, or out of it; none comes or goes. 422 in
 * beyond what is free, since that is owed to somebody or set apart already; out beyond what is spoken for by no promise.
 */
export async function moveReserve(
  tx: Tx,
  actor: Administrator,
  input: { amount: MicroUsd; direction: 'in' | 'out'; reason: string },
): Promise<void> {
  const { amount, direction } = input
  const reason = input.reason.trim()
  if (reason === '') refuseField('reason', 'Say why. It is kept in the audit log.')
  if (direction === 'out') await refuseSpokenFor(tx, amount)
  else {
    await lockReserve(tx)
    refuseBeyondFree(await selectFree(tx), amount)
  }
  const clock = await databaseClock(tx)
  const act = newActId()
  const subject = { kind: 'reserve', id: RESERVE_ID } as const
  await post(tx, { actor, act }, clock.now(), [
    { key: `reserve/${act}`, kind: 'reserve moved', reference: subject, entries: reserveEntries(direction, amount) },
  ])
  const after = { amount: toWire(amount), direction }
  await recordAct(tx, clock, actor, { id: act, action: 'reserve moved', subject, after, reason })
  await announce(tx, null, 'wallets')
}

/** Locks the reserve. 422 for more than may leave it: the rest is spoken for by investments that wait. */
export async function refuseSpokenFor(tx: Tx, amount: MicroUsd): Promise<void> {
  await lockReserve(tx)
  const most = await mayLeaveReserve(tx)
  if (amount > most) {
    refuseField(
      'amount',
      most > ZERO ? `No more than ${showUsd(most)} of the reserve is free.` : 'Nothing in the reserve is free.',
    )
  }
}

function refuseBeyondFree(free: MicroUsd, amount: MicroUsd): void {
  if (amount <= free) return
  refuseField(
    'amount',
    free > ZERO
      ? `${showUsd(free)} can be set apart. The rest is owed to investors, or set apart already.`
      : NOTHING_TO_SET_APART,
  )
}
