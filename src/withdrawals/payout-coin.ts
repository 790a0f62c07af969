import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { SOURCE_NAMES } from '#market/exchanges.ts'
import { priceNow, type PriceSettings } from '#market/price-now.ts'
import { unitsFor, writeUnits } from '#market/coin-units.ts'
import { writePrice } from '#market/rules.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { findWallet } from '#wallets/find.ts'
import type { PayoutCoin } from './contract.ts'
import { selectByIds } from './store.ts'

/** What is to be paid, by which wallet and on which network. */
type ToPay = { wallet_id: string; network: string; amount: MicroUsd }

/**
 * What a withdrawal is in the coin of the wallet that pays it, at the price of now; null for dollars alone, and where the
 * wallet has gone to another network since: no coin is another network's. 404 if there is no such withdrawal.
 */
export async function payoutCoinFor(tx: Tx, id: string, settings: PriceSettings): Promise<PayoutCoin | null> {
  const [withdrawal] = await selectByIds(tx, [id])
  if (withdrawal === undefined) refuse('not found', 'There is no such withdrawal.')
  return (await payoutCoins(tx, [withdrawal], settings))[0] ?? null
}

/**
 * The same for several, in their order: each wallet and each price is read once. The amount is worth the dollars or
 * more, by less than one step of the coin's eighth decimal (decision 38).
 */
export async function payoutCoins(
  tx: Tx,
  withdrawals: readonly ToPay[],
  settings: PriceSettings,
): Promise<(PayoutCoin | null)[]> {
  const now = (await databaseClock(tx)).now()
  const wallets = new Map<string, Awaited<ReturnType<typeof findWallet>>>()
  const prices = new Map<string, Awaited<ReturnType<typeof priceNow>>>()
  const coins: (PayoutCoin | null)[] = []
  for (const { wallet_id: id, network, amount } of withdrawals) {
    if (!wallets.has(id)) wallets.set(id, await findWallet(tx, id))
    const wallet = wallets.get(id)
    const { coin = null, coin_contract: contract = null, coin_decimals: decimals = null } = wallet ?? {}
    if (wallet?.network !== network || coin === null || decimals === null) {
      coins.push(null)
      continue
    }
    const price = prices.get(coin) ?? (await priceNow(tx, coin, now, settings))
    prices.set(coin, price)
    coins.push({
      ...{ symbol: coin, contract },
      ...(typeof price === 'string'
        ? { price, quote: null }
        : { price: 'known', quote: quoted(amount, price, decimals) }),
    })
  }
  return coins
}

type Found = Exclude<Awaited<ReturnType<typeof priceNow>>, string>

function quoted(dollars: MicroUsd, { price, sources, asOf }: Found, decimals: number): PayoutCoin['quote'] {
  return {
    amount: writeUnits(unitsFor(dollars, price, decimals), decimals),
    price: writePrice(price),
    sources: sources.map((source) => SOURCE_NAMES[source]),
    priced_at: asOf.toISOString(),
  }
}
