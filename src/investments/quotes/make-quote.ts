import { type Clock, HOUR, MINUTE } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { counting, type Limit } from '#kit/limit.ts'
import { priceNow, type PriceSettings } from '#market/price-now.ts'
import { unitsFor } from '#market/coin-units.ts'
import type { Price } from '#market/rules.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { isUnpaid } from '#investments/rules.ts'
import type { InvestmentRecord } from '#investments/store.ts'
import { insertCountedQuote, insertQuote, type QuoteRecord } from './store.ts'

/** Milliseconds for which an amount in coin is held. */
export const HELD_FOR = 15 * MINUTE

/** Whether a quote may still be paid: its time is not over, and it is of what is to be paid now. */
export function isGood(quote: QuoteRecord, dollars: MicroUsd, now: Date): boolean {
  return quote.dollars === dollars && quote.good_until > now
}

/** Amounts in coin that one investor gets in an hour, for all their payments: one payment needs four. */
const MOST = 30
export const TOO_MANY_QUOTES = `You have asked for ${MOST} new amounts within an hour.`
export const quotesOfInvestor = ({ user_id }: Pick<InvestmentRecord, 'user_id'>): Limit => ({
  ...{ key: `payment-quote/${user_id}`, most: MOST, milliseconds: HOUR },
})

type QuoteRequest = { dollars: MicroUsd; now: Date; settings: PriceSettings }

/**
 * The amount that a new investment begins with. It counts as every other: else somebody could save the same investment
 * again and again, and pay the best of many amounts. None where there is none to be had, or no more in this hour.
 */
export async function makeFirstQuote(
  tx: Tx,
  clock: Clock,
  investment: InvestmentRecord,
  asked: QuoteRequest,
): Promise<void> {
  const quote = await quoteFor(tx, investment, asked)
  if (quote !== undefined) await insertCountedQuote(tx, quote, counting(tx, clock, [quotesOfInvestor(investment)]))
}

/**
 * Says what dollars are in the coin of an investment, and keeps it: for 15 minutes, or for as long as there is to pay.
 * Undefined where it has no coin, is not to be paid, its coin has no price that can be trusted, or `mayHave` it says no.
 */
export async function makeQuote(
  tx: Tx,
  investment: InvestmentRecord,
  asked: QuoteRequest,
  mayHave: () => Promise<boolean>,
): Promise<QuoteRecord | undefined> {
  const quote = await quoteFor(tx, investment, asked)
  if (quote === undefined || !(await mayHave())) return undefined
  await insertQuote(tx, quote)
  return quote
}

async function quoteFor(tx: Tx, investment: InvestmentRecord, asked: QuoteRequest): Promise<QuoteRecord | undefined> {
  const { id, coin, coin_decimals, expires_at } = investment
  const { dollars, now, settings } = asked
  if (coin === null || coin_decimals === null || !isUnpaid(investment)) return undefined
  if (dollars === ZERO || expires_at <= now) return undefined
  const found = await priceNow(tx, coin, now, settings)
  if (typeof found === 'string') return undefined
  return {
    ...{ id: newId(), investment_id: id, dollars, coin, coin_decimals },
    ...{ units: unitsFor(dollars, found.price, coin_decimals).toString(), price: found.price },
    ...{ sources: [...found.sources], priced_at: found.asOf, made_at: now },
    good_until: new Date(Math.min(now.getTime() + HELD_FOR, expires_at.getTime())),
  }
}

/** A kept price. */
export const priceOf = ({ price }: QuoteRecord): Price => price as Price
