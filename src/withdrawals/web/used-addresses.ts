import type { Withdrawal } from '#withdrawals/contract.ts'

type Used = { address: string; at: string }
const OFFERED = 3

/** The addresses that were last withdrawn to by a payment method, each once, newest first; none that was declined. */
export function usedAddresses(
  withdrawals: readonly Pick<Withdrawal, 'wallet_name' | 'wallet_address' | 'status' | 'created_at'>[],
  method: string,
): Used[] {
  const last = new Map<string, string>()
  for (const { wallet_name, wallet_address, status, created_at } of withdrawals) {
    if (wallet_name !== method || status === 'declined') continue
    if (created_at > (last.get(wallet_address) ?? '')) last.set(wallet_address, created_at)
  }
  return [...last]
    .map(([address, at]) => ({ address, at }))
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, OFFERED)
}
