import type { Administrator } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { type AccountName, custodyAccount } from '#ledger/accounts.ts'
import { credit, debit, post } from '#ledger/post.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { toWire } from '#money/micro-usd.ts'
import { recordAct } from '#audit/record.ts'
import { announce } from '#notifications/notify.ts'
import { lockWallet, type WalletRecord } from './store.ts'

const ACCOUNTS = {
  capital: 'equity/capital',
  returns: 'income/returns',
  fees: 'income/fees',
} as const satisfies Record<string, AccountName>

/**
 * Records the operator's own money coming into a payment wallet or going out of it: custody against the operator's
 * account. 404 for a wallet that is not there; out of more than it holds is 409 and names the shortfall.
 */
export async function recordFunds(
  tx: Tx,
  actor: Administrator,
  input: {
    walletId: string
    amount: MicroUsd
    direction: 'in' | 'out'
    account: keyof typeof ACCOUNTS
    reason: string
  },
): Promise<WalletRecord> {
  const { amount, direction, account } = input
  const reason = input.reason.trim()
  if (reason === '') refuseField('reason', 'Say what this money is.')
  const wallet = await lockWallet(tx, input.walletId)
  if (wallet === undefined) refuse('not found', 'There is no such payment wallet.')
  const clock = await databaseClock(tx)
  const [held, own] = [custodyAccount(wallet.id), ACCOUNTS[account]]
  const lines =
    direction === 'in' ? [debit(held, amount), credit(own, amount)] : [debit(own, amount), credit(held, amount)]
  const reference = { kind: 'wallet', id: wallet.id } as const
  await post(tx, actor, clock.now(), [{ key: `funds/${newId()}`, kind: `funds ${direction}`, reference, lines }])
  const after = { amount: toWire(amount), direction, account }
  await recordAct(tx, clock, actor, { action: 'funds recorded', subject: reference, after, reason })
  await announce(tx, null, 'wallets')
  return wallet
}
