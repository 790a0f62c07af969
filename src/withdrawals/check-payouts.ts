import { leftAlone, requestsLeft } from '#approvals/alone-left.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { Refusal } from '#kit/refusal.ts'
import { rollBackTo, setSavepoint } from '#kit/pipeline.ts'
import { custodyAccount } from '#ledger/accounts.ts'
import { balanceOf } from '#ledger/balances.ts'
import { toWire } from '#money/micro-usd.ts'
import { dollars } from '#money/show.ts'
import { transactionOf } from '#records/transaction-uses.ts'
import { isSameAddress, readNetwork } from '#wallets/rules.ts'
import { readPaymentTxid } from '#wallets/txid-forms.ts'
import { alsoRecorded } from './batch-rules.ts'
import type { CheckedPayout, PayoutCheck, PayoutToCheck } from './contract.ts'
import { meansAmount, WAITS } from './payout-rules.ts'
import { selectByIds, type ListedWithdrawal } from './store.ts'
import { updateWithdrawal } from './update.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * What would become of each line of a payout list that came back, if it were marked as paid now by this administrator:
 * each is paid by the verb that pays one, and that is undone, so that nothing can be said here that is not so then. A
 * line knows nothing of the others; `left_alone`, `may_ask` and `wallets` say what they share. Nothing changes.
 */
export async function checkPayouts(
  tx: Tx,
  actor: Administrator,
  lines: readonly PayoutToCheck[],
): Promise<PayoutCheck> {
  const ids = [...new Set(lines.map(({ id }) => id))].filter((id) => UUID.test(id))
  const found = new Map((await selectByIds(tx, ids)).map((row) => [row.id, row]))
  const wallets = new Map([...found.values()].map(({ wallet_id, wallet_name }) => [wallet_id, wallet_name]))
  const left = await leftAlone(tx, actor)
  const may_ask = await requestsLeft(tx, actor)
  const held = []
  for (const [id, name] of wallets) held.push({ id, name, holds: toWire(await balanceOf(tx, custodyAccount(id))) })
  // undone after each line, which lets its locks go: nobody waits for the whole list
  await setSavepoint(tx, 'before_payout')
  const checked: CheckedPayout[] = []
  for (const line of lines) checked.push(await checkLine(tx, actor, line, found.get(line.id)))
  return { status: 'success', lines: checked, left_alone: left === null ? null : toWire(left), may_ask, wallets: held }
}

async function checkLine(
  tx: Tx,
  actor: Administrator,
  line: PayoutToCheck,
  withdrawal: ListedWithdrawal | undefined,
): Promise<CheckedPayout> {
  if (withdrawal === undefined) {
    const words = 'There is no withdrawal with this id.'
    return { verdict: 'refused', words, also: null, txid: line.txid, withdrawal: null }
  }
  const { id, amount, created_at, version, user_name, wallet_id, wallet_name } = withdrawal
  const date = created_at.toISOString()
  const shown = { id, amount: toWire(amount), date, version, user_name, wallet_id, wallet_name }
  const read = readPaymentTxid(withdrawal.network, line.txid)
  const txid = 'txid' in read ? read.txid : line.txid
  const say = (verdict: CheckedPayout['verdict'], words: string, also: string | null = null) => ({
    ...{ verdict, words, also, txid, withdrawal: shown },
  })
  if ('problem' in read) return say('refused', read.problem)
  const wrong = whyNotThis(line, withdrawal)
  if (wrong !== null) return say('refused', wrong)
  if (withdrawal.status === 'completed') {
    const known = withdrawal.txid === null ? undefined : readPaymentTxid(withdrawal.network, withdrawal.txid)
    const isSame = known !== undefined && ('txid' in known ? known.txid : withdrawal.txid) === txid
    return isSame ? say('paid', 'Already marked as paid.') : say('refused', ALREADY_PAID_OTHERWISE)
  }
  if (withdrawal.status !== 'approved')
    return say('refused', `It is ${withdrawal.status}. Only what is approved is paid.`)
  const { verdict, words } = await tryToPay(tx, actor, withdrawal, txid)
  const { uses } = await transactionOf(tx, id, txid)
  return say(verdict, words, verdict === 'refused' ? null : alsoRecorded(uses))
}

const ALREADY_PAID_OTHERWISE =
  'Already marked as paid, with another transaction id or none. Look at the record, and correct it there.'

/** Whether the line is about another payout than the record, in a sentence; null if it is about this one. */
function whyNotThis(line: PayoutToCheck, { network, wallet_address, amount }: ListedWithdrawal): string | null {
  if ((readNetwork(line.network) ?? line.network) !== network)
    return `The network is ${network}, not ${line.network || 'empty'}.`
  if (!isSameAddress({ network, address: line.address }, { network, address: wallet_address }))
    return 'The address is not the one of this withdrawal.'
  if (!meansAmount(line.amount, toWire(amount)))
    return `The amount is ${dollars(toWire(amount))}, not ${line.amount || 'empty'}.`
  return null
}

/** Pays it, hears whether that would wait, and undoes it. */
async function tryToPay(
  tx: Tx,
  actor: Administrator,
  { id, amount, created_at, version }: ListedWithdrawal,
  txid: string,
): Promise<Pick<CheckedPayout, 'verdict' | 'words'>> {
  const edit = { id, amount, date: created_at.toISOString(), status: 'completed', reason: null, txid, version } as const
  const heard: Pick<CheckedPayout, 'verdict' | 'words'>[] = []
  try {
    await updateWithdrawal(tx, actor, edit, {
      hear: (_, why) => {
        if (why === null) heard.push({ verdict: 'pay', words: 'Will be marked as paid.' })
        else
          heard.push({
            verdict: 'waits',
            words: why.why === 'own step' ? WAITS.own : why.why === 'day' ? WAITS.day : WAITS.other,
          })
      },
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    heard.push({ verdict: 'refused', words: error.message })
  }
  await rollBackTo(tx, 'before_payout')
  return heard[0] ?? { verdict: 'paid', words: 'Already marked as paid.' }
}
