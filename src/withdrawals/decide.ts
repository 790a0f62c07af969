import { recordAct, recordDecision } from '#audit/record.ts'
import type { Actor } from '#kit/actor.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { ActId } from '#kit/ids.ts'
import { refuseField } from '#kit/refusal.ts'
import { toWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { announce, notify } from '#notifications/notify.ts'
import { TXID_TAKEN } from '#wallets/rules.ts'
import { COLOURS } from '#investments/rules.ts'
import type { Facts } from './contract.ts'
import { changeWithdrawal, type WithdrawalRecord } from './store.ts'

/**
 * Writes what has been decided about a withdrawal: the record, the decision where the state changes, the audit log
 * with before and after, and the investor's notification. Moves no money: the caller posts that.
 */
export async function decide(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  withdrawal: WithdrawalRecord,
  decision: {
    /** its line in the audit log, where postings name it */
    act?: ActId
    action: string
    title: string
    changed: Partial<Pick<WithdrawalRecord, 'status' | 'reason' | 'amount' | 'created_at' | 'completed_at' | 'txid'>>
    /** why, in the words of whoever decides */
    reason: string | null
  },
): Promise<void> {
  const after = { ...withdrawal, ...decision.changed }
  if ((await changeWithdrawal(tx, withdrawal, decision.changed)) === 'txid taken') {
    refuseField('txid', TXID_TAKEN)
  }
  const act = {
    id: decision.act,
    action: decision.action,
    subject: { kind: 'withdrawal', id: withdrawal.id },
    before: factsOf(withdrawal),
    after: factsOf(after),
    reason: decision.reason,
  } as const
  if (after.status === withdrawal.status) await recordAct(tx, clock, actor, act)
  else await recordDecision(tx, clock, actor, { ...act, from: withdrawal.status, to: after.status })
  await tellInvestor(tx, clock, after, decision.title)
}

/** Notifies the investor of where a withdrawal stands; open screens fetch it, and the balance, again. */
export async function tellInvestor(
  tx: Tx,
  clock: DatabaseClock,
  withdrawal: WithdrawalRecord,
  title: string,
): Promise<void> {
  await notify(tx, clock, withdrawal.user_id, 'withdrawals', {
    icon: 'withdrawal',
    title,
    bold_value: showUsd(withdrawal.amount),
    status_color: COLOURS[withdrawal.status],
    status_text: withdrawal.status,
  })
  await announce(tx, withdrawal.user_id, 'balance')
}

/** What the audit log keeps of a withdrawal, and the investor sees of it in the record's history. */
export function factsOf({ status, amount, created_at, txid }: WithdrawalRecord): Facts {
  return { status, amount: toWire(amount), date: created_at.toISOString(), txid }
}
