import { call } from '#kyc/web/calls.ts'
import type { Obstacle } from '#texts/withdrawable.ts'
import { createRead } from '#ui/read.ts'
import type { Wallet } from '#wallets/contract.ts'

const useRead = createRead(call)

/** What stands between a balance and its withdrawal, as far as it is known by now; null if nothing does. */
export function useObstacle(wallets: readonly Wallet[] | undefined, paused: boolean): Obstacle | null {
  const { data: check } = useRead('GET /api/kyc')
  if (check && check.needed_for !== 'off' && check.state !== 'approved') return 'identity check'
  if (paused) return 'pause'
  return wallets?.length === 0 ? 'no payment method' : null
}
