import type { Static } from 'typebox'
import { waitingSubjects } from '#approvals/read.ts'
import { unconfirmedPayouts } from '#approvals/said-paid.ts'
import type { Tx } from '#kit/database.ts'
import type { ExportedList } from '#lists/export-list.ts'
import { readPage } from '#lists/page.ts'
import type { PriceSettings } from '#market/price-now.ts'
import { toWire } from '#money/micro-usd.ts'
import type { PayoutCoin, PayoutListQuery } from './contract.ts'
import { payoutCoins } from './payout-coin.ts'
import { PAYOUT_COLUMNS } from './payout-rules.ts'
import { selectWithdrawals, type ListedWithdrawal } from './store.ts'

type Query = Static<typeof PayoutListQuery>
type Payout = { withdrawal: ListedWithdrawal; coin: PayoutCoin | null }

const FIELDS: Record<(typeof PAYOUT_COLUMNS)[number], (payout: Payout) => string> = {
  id: ({ withdrawal }) => withdrawal.id,
  user: ({ withdrawal }) => withdrawal.user_name,
  network: ({ withdrawal }) => withdrawal.network,
  address: ({ withdrawal }) => withdrawal.wallet_address,
  amount_usd: ({ withdrawal }) => toWire(withdrawal.amount),
  coin: ({ coin }) => coin?.symbol ?? '',
  coin_contract: ({ coin }) => coin?.contract ?? '',
  coin_amount: ({ coin }) => coin?.quote?.amount ?? '',
  coin_price_usd: ({ coin }) => coin?.quote?.price ?? '',
  priced_at: ({ coin }) => coin?.quote?.priced_at ?? '',
  transaction_id: () => '',
}

/**
 * What is approved and to be paid, as a file that is read back with the ids of the transactions. Left out is what waits
 * for a second administrator, or has waited and was not confirmed in time, since somebody may have paid it already; what
 * is stopped because its investor has taken the account back; and what goes to an address that was removed then.
 */
export function payoutList(settings: PriceSettings): ExportedList<Payout, Query> {
  return {
    name: 'payouts',
    columns: PAYOUT_COLUMNS.map((name) => [name, FIELDS[name]]),
    page: (tx, query) => pageOfPayouts(tx, query, settings),
  }
}

async function pageOfPayouts(tx: Tx, query: Query & { cursor?: string; limit: number }, settings: PriceSettings) {
  const { rows, next_cursor } = await selectWithdrawals(tx, readPage({ ...query, status: 'approved' }))
  const waiting = new Set(await waitingSubjects(tx))
  const unconfirmed = await unconfirmedPayouts(tx, rows)
  const payable = rows.filter(
    ({ id, stopped_until, address_distrusted_at }) =>
      !waiting.has(id) && !unconfirmed.has(id) && stopped_until === null && address_distrusted_at === null,
  )
  const coins = await payoutCoins(tx, payable, settings)
  return { items: payable.map((withdrawal, place) => ({ withdrawal, coin: coins[place] ?? null })), next_cursor }
}
