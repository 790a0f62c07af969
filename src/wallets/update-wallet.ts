import type { Agreed } from '#approvals/agree.ts'
import { correctOrAsk, type Correction } from '#approvals/ask.ts'
import { changesBetween } from '#approvals/rules.ts'
import { tellOwners } from '#approvals/tell-owners.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseChanged, refuseField } from '#kit/refusal.ts'
import { ZERO } from '#money/micro-usd.ts'
import { recordAct } from '#audit/record.ts'
import { announceToAll } from '#notifications/notify.ts'
import { NAME_TAKEN, TEST_NETWORK, type TypedWallet } from './create-wallet.ts'
import { coinInWords, coinOf, isSameCoin, readPaymentWallet } from './coin-rules.ts'
import { isTestNetwork, onlyHides, walletInWords } from './rules.ts'
import { lockWallet, updateWalletTerms, type WalletRecord } from './store.ts'

/**
 * Changes a payment wallet; what is left out (network, available, coin) stays. Investments made before keep their address.
 * 404, 409 if the version is not the current one, 422 with the fields that are wrong. Whatever changes where money is
 * sent (the address, the network, the coin, the name, showing it
 * again) waits for a second administrator: then nothing has changed,
 * and the id of the request is answered. Hiding it, and nothing else, is done at once, also while a change of it waits:
 * that can then not be agreed to any more.
 */
export async function updateWallet(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: TypedWallet & { id: string; version?: number | undefined },
  agreed?: Agreed,
): Promise<string | undefined> {
  const present = await lockWallet(tx, input.id)
  if (present === undefined) refuse('not found', 'There is no such payment wallet.')
  const { id, version, ...rest } = present
  const before = { ...rest, ...coinOf(rest) }
  refuseChanged('payment wallet', version, input.version)
  const read = readPaymentWallet(input, before)
  if ('errors' in read) refuse('bad input', Object.values(read.errors)[0]?.[0] ?? '', read.errors)
  if (isTestNetwork(read.wallet.network) && !isTestNetwork(present.network)) refuseField('network', TEST_NETWORK)
  const after = { ...read.wallet, available: input.available ?? present.available }
  const kept: KeptWallet = { id, ...after, version }
  const subject = { kind: 'wallet', id } as const
  const changes = changesBetween(
    { ...walletInWords(before), ...coinInWords(before) },
    { ...walletInWords(after), ...coinInWords(after) },
  )
  const tell = { matter: 'wallet', name: before.name, id } as const
  const hides = onlyHides(before, after) && isSameCoin(before, after)
  const change = async () => {
    if (!(await updateWalletTerms(tx, id, after))) refuseField('name', NAME_TAKEN)
    await recordAct(tx, clock, actor, { action: 'wallet changed', subject, before, after })
    await announceToAll(tx, 'wallets')
    if (changes.length > 0)
      await tellOwners(tx, clock, actor, { ...tell, step: agreed ? 'agreed to' : 'made', changes, protects: hides })
    return { moved: changes.length > 0 ? null : ZERO, changes }
  }
  if (hides) {
    await change()
    return undefined
  }
  const kind = 'change wallet'
  const correction: Correction = { kind, subject, concerns: null, input: kept, version, reason: null, tell }
  return correctOrAsk(tx, clock, actor, correction, agreed, change)
}

/** A change as it is kept while it waits. */
export type KeptWallet = WalletRecord
