import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { openWalletAccounts } from '#ledger/accounts.ts'
import { recordAct } from '#audit/record.ts'
import { announceToAll } from '#notifications/notify.ts'
import { isTestNetwork, readWallet } from './rules.ts'
import { insertWallet, type WalletRecord } from './store.ts'

export const TEST_NETWORK = 'This is a network for testing: what is paid on it is worth nothing. Choose another.'
export const NAME_TAKEN = 'There is a payment wallet of this name already.'

/** What somebody types of a payment wallet. */
export type TypedWallet = {
  name: string
  address: string
  network?: string | undefined
  available?: boolean | undefined
}

/**
 * Adds a payment wallet, on offer unless said otherwise, and opens its accounts. 422 with the fields that are wrong:
 * a name that is taken (without regard to case), an address that is not one of its network. Networks for testing are
 * the demo's alone.
 */
export async function createWallet(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: TypedWallet,
  { demo }: { demo: boolean } = { demo: false },
): Promise<WalletRecord> {
  const read = readWallet(input)
  if ('errors' in read) refuse('bad input', Object.values(read.errors)[0]?.[0] ?? '', read.errors)
  if (isTestNetwork(read.wallet.network) && !demo) refuseField('network', TEST_NETWORK)
  const terms = { ...read.wallet, available: input.available ?? true }
  const id = newId()
  if (!(await insertWallet(tx, { id, ...terms, created_at: clock.now() }))) refuseField('name', NAME_TAKEN)
  await openWalletAccounts(tx, clock, id)
  await recordAct(tx, clock, actor, { action: 'wallet created', subject: { kind: 'wallet', id }, after: terms })
  await announceToAll(tx, 'wallets')
  return { id, ...terms, version: 0 }
}
