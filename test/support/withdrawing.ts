import type { Investor } from '#kit/actor.ts'
import type { Database } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { requestWithdrawal } from '#withdrawals/request.ts'
import { THEIR_BITCOIN } from './addresses.ts'
import { usd } from './people.ts'

type Input = Partial<Parameters<typeof requestWithdrawal>[2]>

/** Asks for a payout by a wallet of `aWallet`: 10.00 of what was earned, unless said otherwise. */
export async function askPayout(
  db: Database,
  { investor, walletId, kyc = 'invest' }: { investor: Investor; walletId: string; kyc?: 'invest' | 'withdraw' | 'off' },
  asked: Input = {},
): Promise<void> {
  const walletName = `Wallet ${walletId}`
  const request = { amount: usd(10), source: 'investment', walletName, walletAddress: THEIR_BITCOIN, ...asked } as const
  await transaction(db, (tx) => requestWithdrawal(tx, investor, request, kyc))
}
