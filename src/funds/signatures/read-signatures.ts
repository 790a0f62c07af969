import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { findWallet } from '#wallets/find.ts'
import { signsAlone } from './bitcoin-message.ts'
import type { ToSign, WalletSignature } from '../signatures-contract.ts'
import { schemeOf, sentenceOf, type SignatureScheme } from '../sentence-rules.ts'
import { type NewestSignature, selectNamedProof, selectNewestSignatures } from './store.ts'

/** Of each payment wallet that was signed with, the newest signature: what everybody may see of it. */
export async function shownSignatures(tx: Tx): Promise<WalletSignature[]> {
  return (await selectNewestSignatures(tx)).map(onWire)
}

/** By wallet, the day that its newest signature is of, and whether its address is the wallet’s now. */
export async function newestSigned(tx: Tx): Promise<ReadonlyMap<string, { day: string; current: boolean }>> {
  const newest = await selectNewestSignatures(tx)
  return new Map(newest.map(({ wallet_id, day, current }) => [wallet_id, { day, current }]))
}

/** The house as a sentence names it: the origin of its address. */
export const houseOf = (appUrl: string) => new URL(appUrl).origin

/** What the owner of a wallet is to sign, of a proof or the newest, and what was signed last. 404 without such a wallet. */
export async function sentenceToSign(
  tx: Tx,
  house: string,
  walletId: string,
  epoch?: number,
): Promise<Omit<ToSign, 'status'>> {
  const wallet = await findWallet(tx, walletId)
  if (wallet === undefined) refuse('not found', 'There is no such payment wallet.')
  const { id, name, network, address } = wallet
  const [scheme, proof] = [schemeAt({ network, address }), await selectNamedProof(tx, epoch)]
  const [newest] = await selectNewestSignatures(tx, id)
  return {
    wallet: { id, wallet_name: name, network, address },
    scheme,
    sentence: scheme === null || proof === undefined ? null : sentenceOf({ network, address, house, ...proof }),
    newest: newest === undefined ? null : onWire(newest),
  }
}

/** How this wallet signs; null where its network, or the form of its address, is one that is not read here. */
function schemeAt({ network, address }: { network: string; address: string }): SignatureScheme | null {
  const scheme = schemeOf(network)
  return scheme === 'BIP-322' && !signsAlone(address) ? null : scheme
}

function onWire(newest: NewestSignature): WalletSignature {
  const { wallet_name, network, address, current, scheme, day, epoch, signature, given_at } = newest
  return {
    ...{ wallet_name, network, address, current, scheme, day, epoch, signature },
    ...{ sentence: sentenceOf(newest), given_at: given_at.toISOString() },
  }
}
