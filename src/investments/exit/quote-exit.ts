import type { Investor } from '#kit/actor.ts'
import { MINUTE, SECOND } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { lockOwn } from '#records/lock.ts'
import { endOf } from '#investments/rules.ts'
import type { InvestmentRecord } from '#investments/store.ts'
import { countExit } from './count-exit.ts'
import { stillSays } from './exit-rules.ts'
import { type ExitQuoteRecord, insertExitQuote, selectNewestExitQuote } from './store.ts'

/** Milliseconds for which a quote holds. */
const HOLDS_FOR = 5 * MINUTE
/** Milliseconds for which asking again is asking twice. */
const SAME_FOR = 5 * SECOND

/** An investment with what an investor was told that leaving it comes to. */
export type QuotedExit = { investment: InvestmentRecord; quote: ExitQuoteRecord }

/**
 * Says what leaving an investment early comes to, and keeps it for five minutes or until the investment ends. It counts at
 * the second at which it is made, `as_of`: whoever leaves by it gets exactly these amounts, and what is earned between that
 * second and leaving is not kept. One of the last five seconds that is still so is answered again, with what the wallet holds
 * now; an older one holds on beside the new one.
 * 404 if it is not the investor's own; 409 unless it runs and has time left, and while a withdrawal is open.
 */
export async function quoteExit(tx: Tx, actor: Investor, input: { id: string }): Promise<QuotedExit> {
  const investment = await lockOwn(tx, actor, 'investment', input.id)
  const now = (await databaseClock(tx)).now()
  const present = await selectNewestExitQuote(tx, investment.id)
  const isSame = present !== undefined && now.getTime() - present.as_of.getTime() < SAME_FOR && present.good_until > now
  if (isSame && present.version === investment.version) {
    const counted = await countExit(tx, investment, { now, at: present.as_of })
    if (stillSays(present, counted)) return { investment, quote: { ...present, wallet: counted.wallet } }
  }
  const counted = await countExit(tx, investment, { now, at: now })
  const { id, version, began_at, duration } = investment
  const ends = endOf(began_at ?? now, duration)
  const quote: ExitQuoteRecord = {
    ...{ id: newId(), investment_id: id, version, as_of: now, ...counted },
    good_until: new Date(Math.min(now.getTime() + HOLDS_FOR, ends.getTime())),
  }
  await insertExitQuote(tx, quote)
  return { investment, quote }
}
