import { refuseHeldPlace } from '#addresses/refuse-held.ts'
import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk, type Correction } from '#approvals/ask.ts'
import { changesBetween } from '#approvals/rules.ts'
import { recordDecision } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { newActId, newId } from '#kit/ids.ts'
import { refuse, refuseChanged, refuseField } from '#kit/refusal.ts'
import { microUsd, toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { post } from '#ledger/post.ts'
import { notify } from '#notifications/notify.ts'
import { refuseRefund } from '#users/pause-withdrawals.ts'
import { isOwnAddress } from '#wallets/find.ts'
import { checkAddress, isSameAddress, readTxid, TXID_TAKEN } from '#wallets/rules.ts'
import { lockForDecision } from '#records/lock.ts'
import { changeRecord } from '#records/write-decision.ts'
import { transferBetween } from '#investments/books.ts'
import { factsOf } from '#investments/decide.ts'
import { STILL_WAITING } from './draw-on.ts'
import { heldOf, isWaiting } from '#investments/rules.ts'
import type { InvestmentRecord } from '#investments/store.ts'
import { insertRefund, selectPaymentAddresses, usedOf } from './store.ts'

type Refund = {
  /** of the investment that it came in for */
  id: string
  /** all that is held, where null */
  amount: MicroUsd | null
  txid: string | null
  /** where it was paid to */
  address: string | null
  reason: string
  /** of the record, where it is known which one was looked at */
  version?: number | undefined
}

/**
 * Records that money held in suspense for an investment has been paid back, whole or in part: out of suspense and out
 * of custody. 409 if that much is not held, if it waits to be decided, if custody has less, while withdrawals of the investor
 * are paused, and to an address that no withdrawal of theirs could go to now; 422 for an address that cannot be and a
 * transaction id that has been used. What is more than one administrator may refund alone waits for a second: then
 * nothing has changed. Answers how much is refunded, what is held then, and the id of the request where it waits.
 */
export async function refundSuspense(
  tx: Tx,
  actor: Administrator,
  input: Refund,
  agreed?: Agreed,
): Promise<{ refunded: MicroUsd; held: MicroUsd; waits: string | undefined }> {
  const { record: investment, owner, clock } = await lockForDecision(tx, actor, 'investment', input.id)
  refuseChanged('investment', investment.version, input.version)
  const used = await usedOf(tx, investment.id)
  const held = heldOf(investment, used)
  if (held === ZERO) refuse('wrong state', 'Nothing is held in suspense for this investment.')
  if (isWaiting(investment.status)) refuse('wrong state', STILL_WAITING)
  refuseRefund(owner, clock.now())
  const { amount, ...payment } = {
    ...input,
    ...(await readPayment(tx, investment, input)),
    amount: input.amount ?? held,
  }
  const { network } = investment
  if (payment.address !== null) await refuseHeldPlace(tx, clock, owner.id, { network, address: payment.address })
  if (amount > held) {
    const sentence = `Enter at most ${showUsd(held)}: that is what is held in suspense.`
    refuse('wrong state', sentence, { amount: [sentence] })
  }

  const now = clock.now()
  const after: InvestmentRecord = {
    ...investment,
    refunded: microUsd(investment.refunded + amount),
    version: investment.version + 1,
  }
  const { txid, address, reason } = payment
  const asked = correctionOf(investment, { txid, address, reason, amount })
  const waits = await correctOrAsk(tx, clock, actor, asked, agreed, async () => {
    const act = newActId()
    await post(tx, { actor, act }, now, [transferBetween(investment, after, 'refunded')])
    await changeRecord(tx, 'investment', investment, after)
    const refund = { user_id: after.user_id, id: newId(), investment_id: after.id, amount, txid, address, reason }
    if (!(await insertRefund(tx, { ...refund, created_at: now }))) {
      refuseField('txid', TXID_TAKEN)
    }
    await recordDecision(tx, clock, actor, {
      id: act,
      action: 'refund suspense',
      subject: { kind: 'investment', id: after.id },
      from: investment.status,
      to: 'refunded',
      before: factsOf(investment, used),
      after: { ...factsOf(after, used), refund: { amount: toWire(amount), txid, address } },
      reason,
    })
    await notify(tx, clock, after.user_id, 'investments', {
      icon: 'investment',
      title: 'Money refunded',
      bold_value: showUsd(amount),
      status_color: 'green',
      status_text: reason,
      subject: { kind: 'investment', id: after.id },
    })
    return { moved: amount, changes: changesBetween({}, { refund: toWire(amount), to: address, txid }) }
  })
  return { refunded: amount, held: heldOf(after, used), waits }
}

/** A refund as it is kept while it waits: of the amount that was held when it was asked for, where none was named. */
export type KeptRefund = {
  id: string
  amount: string
  txid: string | null
  address: string | null
  reason: string
  version: number
}

function correctionOf(
  { id, user_id, version }: InvestmentRecord,
  { amount, ...payment }: Pick<KeptRefund, 'txid' | 'address' | 'reason'> & { amount: MicroUsd },
): Correction {
  const kept: KeptRefund = { id, ...payment, amount: toWire(amount), version }
  const subject = { kind: 'investment', id } as const
  return { kind: 'refund suspense', subject, concerns: user_id, input: kept, version, reason: payment.reason }
}

async function readPayment(tx: Tx, { user_id, network }: InvestmentRecord, typed: Refund) {
  const reason = typed.reason.trim()
  if (reason === '') refuseField('reason', 'Say why. The investor will read it.')
  const read = typed.txid === null ? { txid: null } : readTxid(typed.txid)
  if ('problem' in read) refuseField('txid', read.problem)
  const address = typed.address?.trim() ?? null
  if (address !== null) {
    const problem = checkAddress(network, address)
    if (problem !== null) refuseField('address', problem)
    const paidTo = await selectPaymentAddresses(tx, user_id)
    const ours =
      (await isOwnAddress(tx, { address, network })) ||
      // An old address of ours counts too, as for a withdrawal.
      paidTo.some((at) => isSameAddress({ address, network }, { address: at.wallet_address, network: at.network }))
    if (ours) {
      refuseField('address', 'This is one of our own payment wallets: enter the address of the investor.')
    }
  }
  return { reason, txid: read.txid, address }
}
