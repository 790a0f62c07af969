import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk } from '#approvals/ask.ts'
import { changesBetween } from '#approvals/rules.ts'
import type { Administrator } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newActId, newId } from '#kit/ids.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { type AccountName, custodyAccount } from '#ledger/accounts.ts'
import { credit, debit, post } from '#ledger/post.ts'
import { toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { recordAct } from '#audit/record.ts'
import { announce } from '#notifications/notify.ts'
import { refuseSpokenFor, reserveEntries } from '#reserve/move.ts'
import { lockReserve, selectFree } from '#reserve/open.ts'
import { beyondFree } from './beyond-rules.ts'
import { lockWallet } from './store.ts'

const ACCOUNTS = {
  capital: 'equity/capital',
  returns: 'income/returns',
  fees: 'income/fees',
  reserve: 'equity/capital',
} as const satisfies Record<string, AccountName>

type Funds = {
  walletId: string
  amount: MicroUsd
  direction: 'in' | 'out'
  account: keyof typeof ACCOUNTS
  /** returns that are set apart for promises in the same act */
  toReserve?: boolean | undefined
  reason: string
}

/** Funds as they are kept while they wait to be recorded. */
export type KeptFunds = Omit<Funds, 'amount' | 'toReserve'> & { amount: string; toReserve?: boolean }

/**
 * Records the operator's own money coming into a payment wallet or going out of it: custody against the operator's
 * account. 404 for a wallet that is not there; out of more than it holds is 409 and names the shortfall. What is more
 * than one administrator may record alone waits for a second, and so does what goes out of money that is owed to investors
 * or set apart: then nothing has changed. Answers the wallet's name, and
 * the id of the request where it waits.
 */
export async function recordFunds(
  tx: Tx,
  actor: Administrator,
  input: Funds,
  agreed?: Agreed,
): Promise<{ name: string; waits: string | undefined }> {
  const { amount, direction, account } = input
  const reason = input.reason.trim()
  if (reason === '') refuseField('reason', 'Say what this money is.')
  const wallet = await lockWallet(tx, input.walletId)
  if (wallet === undefined) refuse('not found', 'There is no such payment wallet.')
  const [held, own] = [custodyAccount(wallet.id), ACCOUNTS[account]]
  const toReserve = input.toReserve === true
  if (toReserve && (account !== 'returns' || direction !== 'in'))
    refuseField('to_reserve', 'Only returns that come in can be set apart with it.')
  await lockReserve(tx)
  if (direction === 'out' && account === 'reserve') await refuseSpokenFor(tx, amount)
  // of all own money one after the other, so that each counts from later than what was recorded before it
  const clock = await databaseClock(tx)
  const beyond = direction === 'out' ? beyondFree(input, await selectFree(tx)) : ZERO
  const entries = [
    ...(direction === 'in' ? [debit(held, amount), credit(own, amount)] : [debit(own, amount), credit(held, amount)]),
    ...(account === 'reserve' || toReserve ? reserveEntries(direction, amount) : []),
  ]
  const reference = { kind: 'wallet', id: wallet.id } as const
  const after = { amount: toWire(amount), direction, account, ...(toReserve && { to_reserve: true }) }
  const kept: KeptFunds = {
    ...{ walletId: wallet.id, reason, amount: after.amount, direction, account },
    ...(toReserve && { toReserve }),
  }
  const subject = { kind: 'funds', id: wallet.id } as const
  const { name } = wallet
  const asked = { kind: 'record funds', subject, concerns: null, input: kept, version: null, reason, name } as const
  const waits = await correctOrAsk(tx, clock, actor, asked, agreed, async () => {
    const act = newActId()
    const transfer = { key: `funds/${newId()}`, kind: `funds ${direction}`, reference, entries } as const
    await post(tx, { actor, act }, clock.now(), [transfer])
    await recordAct(tx, clock, actor, { id: act, action: 'funds recorded', subject: reference, after, reason })
    await announce(tx, null, 'wallets')
    return {
      moved: beyond > ZERO ? null : amount,
      changes: changesBetween(
        {},
        {
          ...{ funds: after.amount, direction, account },
          beyond_free: beyond > ZERO ? toWire(beyond) : null,
        },
      ),
    }
  })
  return { name, waits }
}
