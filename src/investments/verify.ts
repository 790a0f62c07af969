import type { Investor } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { countAttempt } from '#kit/limit.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { lockRecord } from '#records/lock.ts'
import { whyNotOpen } from '#records/rules.ts'
import { readPaymentTxid } from '#wallets/txid-forms.ts'
import { decide } from './decide.ts'
import { isInvested, mayTransition, TRANSITIONS } from './rules.ts'
import { selectByTranxId, type InvestmentRecord } from './store.ts'

/**
 * The investor says that the payment has been made, by which transaction if they know it; no money moves. Harmless again
 * once it has been said; while it is being checked another `txid` takes the place of the one given before, and an empty
 * one takes it away. 404 if it is not the investor's own or not paid from outside, 409 if it is declined, or for another
 * id once it is approved; 429 beyond five changes a day; 422 for what cannot be an id of its network.
 */
export async function verifyInvestment(
  tx: Tx,
  actor: Investor,
  input: { tranxId: string; txid?: string | undefined },
): Promise<'marked' | 'txid changed'> {
  const own = await selectByTranxId(tx, actor.userId, input.tranxId)
  const locked = own?.source === 'payment' && (await lockRecord(tx, 'investment', own.id))
  if (!locked) refuse('not found', 'There is no such payment.')
  const { record: investment } = locked
  if (investment.status === 'declined') {
    refuse('wrong state', whyNotOpen('investment', TRANSITIONS.verify, investment.status))
  }
  const txid = txidFor(investment, input.txid)
  const marks = mayTransition('verify', investment.status)
  const changes = txid !== investment.txid
  if (!marks && !changes) return 'marked'
  if (!marks && isInvested(investment.status)) refuse('wrong state', CHECKED)

  const clock = await databaseClock(tx)
  if (!marks)
    await countAttempt(tx, clock, [changesOf(investment)], `You have changed this transaction id ${MOST} times.`)
  await decide(tx, clock, actor, locked, {
    action: marks ? 'verify investment' : 'name transaction',
    title: marks ? 'Payment being checked' : 'Transaction id changed',
    after: { ...investment, txid, status: TRANSITIONS.verify.to },
    reason: null,
  })
  return marks ? 'marked' : 'txid changed'
}

/** Each change is kept for ever, and whoever was about to decide has to look again. */
const MOST = 5
const changesOf = ({ id }: InvestmentRecord) => ({ key: `transaction-id/${id}`, most: MOST, milliseconds: DAY })

const CHECKED = 'This payment has been checked, so its transaction id stays as it is.'

/** What is kept of an id as it was typed; the one that is kept already where nothing was said. */
function txidFor({ network, txid }: InvestmentRecord, typed: string | undefined): string | null {
  if (typed === undefined) return txid
  if (typed.trim() === '') return null
  const read = readPaymentTxid(network, typed)
  return 'problem' in read ? refuseField('txid', read.problem) : read.txid
}
