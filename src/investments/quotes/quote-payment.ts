import type { Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { countAttempt } from '#kit/limit.ts'
import { refuse } from '#kit/refusal.ts'
import type { PriceSettings } from '#market/price-now.ts'
import { toWire, ZERO } from '#money/micro-usd.ts'
import { lockOwn } from '#records/lock.ts'
import { heldOf, isUnpaid, stillToCome } from '#investments/rules.ts'
import { selectByTranxId } from '#investments/store.ts'
import { usedOf } from '#investments/suspense/store.ts'
import { isGood, makeQuote, quotesOfInvestor, TOO_MANY_QUOTES } from './make-quote.ts'
import { type QuoteRecord, selectNewestQuotes } from './store.ts'

const NO_PRICE =
  'There is no price of this coin that can be trusted right now. Try again in a minute, or pay by the dollar amount.'

/**
 * Says what is to be paid in the wallet's coin from now on. One that is still good is answered again, so that nobody
 * picks the best of several. 404 if it is not the investor's own payment; 409 if it is paid or over, is in dollars alone,
 * or the coin has no price that can be trusted; 429 beyond 30 new ones in an hour.
 */
export async function quotePayment(
  tx: Tx,
  actor: Investor,
  input: { tranxId: string },
  settings: PriceSettings,
): Promise<QuoteRecord> {
  const own = await selectByTranxId(tx, actor.userId, input.tranxId)
  if (own?.source !== 'payment') refuse('not found', 'There is no such payment.')
  const investment = await lockOwn(tx, actor, 'investment', own.id)
  const { coin, expires_at, amount } = investment
  if (coin === null) refuse('wrong state', 'This payment is in dollars only.')
  if (!isUnpaid(investment)) refuse('wrong state', 'This payment is no longer waiting to be paid.')
  const clock = await databaseClock(tx)
  const now = clock.now()
  if (expires_at <= now) refuse('wrong state', 'The time to pay is over.')
  const held = heldOf(investment, await usedOf(tx, investment.id))
  const dollars = stillToCome({ amount: toWire(amount), held: toWire(held) })
  if (dollars === ZERO) refuse('wrong state', 'There is nothing more to pay.')
  const [present] = await selectNewestQuotes(tx, investment.id, 1)
  if (present !== undefined && isGood(present, dollars, now)) return present
  const quote = await makeQuote(tx, investment, { dollars, now, settings }, async () => {
    await countAttempt(tx, clock, [quotesOfInvestor(investment)], TOO_MANY_QUOTES)
    return true
  })
  return quote ?? refuse('wrong state', NO_PRICE)
}
