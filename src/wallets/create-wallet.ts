import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk, type Correction } from '#approvals/ask.ts'
import { changesBetween } from '#approvals/rules.ts'
import { tellOwners } from '#approvals/tell-owners.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { openWalletAccounts } from '#ledger/accounts.ts'
import { recordAct } from '#audit/record.ts'
import { announceToAll } from '#notifications/notify.ts'
import { coinInWords, readPaymentWallet, type TypedCoin, type WalletCoin } from './coin-rules.ts'
import { isTestNetwork, walletInWords } from './rules.ts'
import { insertWallet, type WalletRecord } from './store.ts'

export const TEST_NETWORK = 'This is a test network: payments on it are worth nothing. Choose another.'
export const NAME_TAKEN = 'There is already a payment wallet with this name.'

/** What somebody types of a payment wallet. */
export type TypedWallet = TypedCoin & {
  name: string
  address: string
  network?: string | undefined
  available?: boolean | undefined
}

/** A new wallet as it is kept while it waits. */
export type KeptNewWallet = WalletCoin & {
  id: string
  name: string
  address: string
  network: string
  available: boolean
}

/**
 * Adds a payment wallet, available unless said otherwise, and opens its accounts. 422 with the fields that are wrong:
 * a name that is taken (without regard to case), an address that is not one of its network, a coin that is not paid there.
 * Networks for testing are
 * the demo's alone. It waits for a second administrator where there is one: then there is no wallet yet, and `waits` is
 * the id of the request.
 */
export async function createWallet(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: TypedWallet & { id?: string },
  { demo }: { demo: boolean } = { demo: false },
  agreed?: Agreed,
): Promise<WalletRecord & { waits: string | undefined }> {
  const read = readPaymentWallet(input)
  if ('errors' in read) refuse('bad input', Object.values(read.errors)[0]?.[0] ?? '', read.errors)
  if (isTestNetwork(read.wallet.network) && !demo) refuseField('network', TEST_NETWORK)
  const terms = { ...read.wallet, available: input.available ?? true }
  const id = input.id ?? newId()
  const kept: KeptNewWallet = { id, ...terms }
  const subject = { kind: 'wallet', id } as const
  const tell = { matter: 'wallet', name: terms.name, id } as const
  const kind = 'create wallet'
  const correction: Correction = { kind, subject, concerns: null, input: kept, version: null, reason: null, tell }
  const waits = await correctOrAsk(tx, clock, actor, correction, agreed, async () => {
    if (!(await insertWallet(tx, { id, ...terms, created_at: clock.now() }))) refuseField('name', NAME_TAKEN)
    await openWalletAccounts(tx, clock, id)
    await recordAct(tx, clock, actor, { action: 'wallet created', subject, after: terms })
    await announceToAll(tx, 'wallets')
    const changes = changesBetween({}, { ...walletInWords(terms), ...coinInWords(terms) })
    await tellOwners(tx, clock, actor, { ...tell, step: agreed ? 'agreed to' : 'made', changes })
    return { moved: null, changes }
  })
  return { id, ...terms, version: 0, waits }
}
