import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk, type Correction, type CorrectionPreview } from '#approvals/ask.ts'
import type { OwnStep } from '#approvals/contract.ts'
import { changesBetween, countedFor, larger } from '#approvals/rules.ts'
import { hasTaken } from '#approvals/whose-step.ts'
import { leadsToAmount } from '#audit/read.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { newActId } from '#kit/ids.ts'
import { refuseChanged, refuseField } from '#kit/refusal.ts'
import type { Status } from '#kit/wire.ts'
import { toWire, ZERO } from '#money/micro-usd.ts'
import { allMoved, mostMoved, settle } from '#ledger/books.ts'
import { refuseDistrusted, refuseHeld } from '#addresses/refuse-held.ts'
import { lockForDecision } from '#records/lock.ts'
import { readDate, type Edit } from '#records/rules.ts'
import { accrueInvestor } from '#investments/accrue.ts'
import { refuseStopped } from '#users/pause-withdrawals.ts'
import { readTxid } from '#wallets/rules.ts'
import { requiredEntries } from './books.ts'
import { decide, factsOf } from './decide.ts'
import { refuseNotLookedUp } from './refuse-not-looked-up.ts'
import { isToBeLookedUp, type WithdrawalStatus } from './rules.ts'
import type { WithdrawalRecord } from './store.ts'

type WithdrawalEdit = Edit & {
  txid: string | undefined
  /** the request that says it was paid, where the administrator has looked that up */
  lookedUp?: string | undefined
}

/**
 * Corrects amount, date or status, any to any; completed means paid out. The books follow by one correcting
 * transfer: what the new state requires less what has been posted. 409 if an account would go below zero, and as for
 * approving.
 * What moves more than one administrator may move alone, or takes the amount further than that from what the investor
 * typed, waits for a second: then nothing has changed, and the id of the
 * request is answered. Paying out what was asked for is no correction; above the limit it waits where the same
 * administrator approved it, and all that one pays out counts for the day. With a preview nothing changes, and it hears
 * what would. 422 for what pays it, gives some of its amount back or has it pending again while somebody said that it was
 * paid and nobody has confirmed it, unless that was looked up.
 */
export async function updateWithdrawal(
  tx: Tx,
  actor: Administrator,
  edit: WithdrawalEdit,
  agreed?: Agreed | CorrectionPreview,
): Promise<string | undefined> {
  const { record: withdrawal, owner, clock } = await lockForDecision(tx, actor, 'withdrawal', edit.id)
  refuseChanged('withdrawal', withdrawal.version, edit.version)
  const changed = changedBy(withdrawal, edit, clock.now())
  if (changesNothing(withdrawal, changed)) return undefined
  // agreeing comes through here as well: the second administrator is held to both again
  if (isNearer(withdrawal.status, changed.status)) {
    refuseStopped(owner, clock.now())
    if (withdrawal.status === 'approved') await refuseDistrusted(tx, withdrawal, NOT_PAID)
    else await refuseHeld(tx, clock, withdrawal)
  } else if (withdrawal.status === 'completed' && changed.status === 'approved') {
    await refuseDistrusted(tx, withdrawal, STAYS_PAID)
  }

  const paid = isPayout(withdrawal, changed)
  return correctOrAsk(tx, clock, actor, correctionOf(withdrawal, edit), agreed, async () => {
    // whoever agrees has looked
    const isAgreed = actor.agreesTo !== undefined
    if (!isAgreed && isToBeLookedUp(withdrawal, changed)) await refuseNotLookedUp(tx, withdrawal, edit.lookedUp)
    const by = { actor, act: newActId() }
    const isOfEarnings = withdrawal.source === 'investment'
    const earned = isOfEarnings ? await accrueInvestor(tx, clock, by, withdrawal.user_id) : []
    const moved = await settle(tx, by, clock.now(), {
      key: `withdrawal/${withdrawal.id}/correction/${withdrawal.version + 1}`,
      reference: { kind: 'withdrawal', id: withdrawal.id },
      required: requiredEntries({ ...withdrawal, ...changed }),
      ...(paid ? { kind: 'withdrawal paid' } : {}),
    })
    await decide(tx, clock, actor, withdrawal, {
      act: by.act,
      action: paid ? 'pay withdrawal' : 'update withdrawal',
      title: changed.status === withdrawal.status ? 'Withdrawal corrected' : `Withdrawal ${changed.status}`,
      changed,
      reason: edit.reason,
    })
    const changes = changesBetween(factsOf(withdrawal), factsOf({ ...withdrawal, ...changed }))
    const { amount: before, typed_amount: typed } = withdrawal
    const counted = countedFor({ moved: paid ? ZERO : mostMoved(moved), typed, before, after: changed.amount })
    const done = { moved: counted, changes, entries: [...earned, ...moved] }
    return paid
      ? { ...done, counts: changed.amount, ownStep: () => madePayable(tx, actor, withdrawal) }
      : { ...done, counts: larger(counted, allMoved(moved)) }
  })
}

const NOT_PAID = 'Don’t pay it: set it back to pending or reject it.'
const STAYS_PAID = 'It couldn’t be marked as paid again, so leave it as it is. If nothing was sent, reject it.'

/** An edit as it is kept while it waits. */
export type KeptWithdrawalEdit = Pick<Edit, 'id' | 'date' | 'status' | 'reason'> & {
  amount: string
  txid: string | null
  version: number
}

function correctionOf({ user_id, version }: WithdrawalRecord, edit: WithdrawalEdit): Correction {
  const { id, date, status, reason, txid = null } = edit
  const kept: KeptWithdrawalEdit = { id, date, status, reason, txid, amount: toWire(edit.amount), version }
  const subject = { kind: 'withdrawal', id } as const
  return { kind: 'update withdrawal', subject, concerns: user_id, input: kept, version, reason }
}

type Changed = Pick<WithdrawalRecord, 'status' | 'amount' | 'created_at' | 'completed_at' | 'txid' | 'reason'>

function changedBy(withdrawal: WithdrawalRecord, edit: WithdrawalEdit, now: Date): Changed {
  const status = readStatus(edit.status)
  const date = readDate(edit.date, now)
  if ('problem' in date) refuseField('date', date.problem)
  const txid = txidOf(edit.txid, status)
  const paid = status === 'completed'
  return {
    status,
    amount: edit.amount,
    created_at: date.date,
    completed_at: paid ? (withdrawal.completed_at ?? now) : null,
    txid: paid ? (txid ?? withdrawal.txid) : null,
    reason: status === 'declined' ? (edit.reason ?? withdrawal.reason) : null,
  }
}

/** This administrator's step that made it payable: the approval or another amount since, or that together with paying it while it is pending. */
async function madePayable(
  tx: Tx,
  { userId }: Administrator,
  { id, status }: WithdrawalRecord,
): Promise<OwnStep | null> {
  if (status === 'pending') return 'both'
  return (await hasTaken(tx, userId, id, leadsToAmount('approved'))) ? 'withdrawal' : null
}

/** Nearer to being paid, or paid. */
const isNearer = (before: WithdrawalStatus, after: WithdrawalStatus) =>
  isPayable(after) && before !== 'completed' && before !== after

const isPayable = (status: WithdrawalStatus) => status === 'approved' || status === 'completed'

/** Paid as it was asked for, nothing else corrected. */
function isPayout(before: WithdrawalRecord, after: Changed): boolean {
  return (
    (before.status === 'pending' || before.status === 'approved') &&
    after.status === 'completed' &&
    after.amount === before.amount
  )
}

function readStatus(status: Status): WithdrawalStatus {
  if (status === 'waiting approval') {
    refuseField('status', 'A withdrawal is pending, approved, completed or declined.')
  }
  return status
}

function txidOf(typed: string | undefined, status: WithdrawalStatus): string | undefined {
  if (typed === undefined) return undefined
  const read = readTxid(typed)
  if ('problem' in read) refuseField('txid', read.problem)
  if (status !== 'completed') refuseField('txid', 'Only a completed withdrawal has a transaction id.')
  return read.txid
}

function changesNothing(before: WithdrawalRecord, after: Changed): boolean {
  return (
    before.status === after.status &&
    before.amount === after.amount &&
    before.created_at.getTime() === after.created_at.getTime() &&
    before.txid === after.txid &&
    before.reason === after.reason
  )
}
