import type { overviewContract } from '#overview/contract.ts'
import { createClient } from '#ui/client.ts'
import { createRead } from '#ui/read.ts'

const MINUTE = 60_000

const call = createClient<typeof overviewContract>()
/** The reads of this slice, which show an investor everything of their own. */
export const useRead = createRead(call)
const useGrowing = createRead(call, { again: MINUTE })

/** Everything of the signed-in investor, as far as it has come. */
export function useOverview() {
  const { data: histories, error: noHistories, refetch: readHistories } = useRead('GET /api/histories')
  const {
    data: balance,
    error: noBalance,
    refetch: readBalance,
    dataUpdatedAt: balanceAt,
  } = useGrowing('GET /api/balance')
  return {
    histories,
    /** Something could not be read, and is not here from before either. */
    failed: Boolean(noHistories ?? noBalance),
    retry: () => Promise.all([readHistories(), readBalance()]),
    balance,
    /** When the balance was true, in milliseconds of this device's clock. */
    balanceAt,
    /** How far the server's clock is ahead of this device's, in milliseconds. */
    ahead: balance ? Date.parse(balance.as_of) - balanceAt : 0,
  }
}
export type Overview = ReturnType<typeof useOverview>
