import type { Tx } from '#kit/database.ts'
import type { Wallet } from './contract.ts'
import { isSameAddress } from './rules.ts'
import { selectWallet, selectWallets, type WalletRecord } from './store.ts'

export { type WalletRecord, walletsByName } from './store.ts'

/** A payment wallet, available or not. */
export function findWallet(tx: Tx, id: string): Promise<WalletRecord | undefined> {
  return selectWallet(tx, id)
}

/** Payment wallets as the wire shows them, newest first. */
export function listWallets(tx: Tx, { onlyAvailable }: { onlyAvailable: boolean }): Promise<Wallet[]> {
  return selectWallets(tx, onlyAvailable)
}

/** Whether an address is one of the house's own payment wallets', available or not. */
export async function isOwnAddress(tx: Tx, place: { network: string; address: string }): Promise<boolean> {
  const wallets = await selectWallets(tx, false)
  return wallets.some(({ wallet_address, network }) => isSameAddress(place, { address: wallet_address, network }))
}
