import { holdRequestOn } from '#approvals/end-overtaken.ts'
import type { Investor } from '#kit/actor.ts'
import { LEFT_EARLY } from '#kit/cancelled-rules.ts'
import type { Tx } from '#kit/database.ts'
import { newActId } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import { post } from '#ledger/post.ts'
import { lockRecord } from '#records/lock.ts'
import { nothingFree } from '#reserve/set-apart.ts'
import { accrueInvestor } from '#investments/accrue.ts'
import { setApartIn } from '#investments/backing/promise.ts'
import { transferBetween } from '#investments/books.ts'
import { decide } from '#investments/decide.ts'
import { earnedBy, TRANSITIONS } from '#investments/rules.ts'
import { type InvestmentRecord, selectInvestment } from '#investments/store.ts'
import { countExit } from './count-exit.ts'
import { stillSays } from './exit-rules.ts'
import { selectExitQuote } from './store.ts'

const TOO_OLD = 'This quote is older than five minutes. Ask again what leaving comes to.'
const CHANGED = 'What this quote was made of has changed since. Ask again what leaving comes to.'

/**
 * The investor leaves a running investment before its end, by a quote of theirs, and gets exactly what it says: what all
 * their investments have earned is posted, what this one had earned beyond its early rate at the quote's second, and what it
 * earned since, is taken back, and the principal goes back to where it came from. The inviter's bonus becomes as much of
 * itself as the investment ran of its duration. 404 if the investment is not
 * the investor's own, or the quote not of this investment; 409 unless it runs and has time left, while a withdrawal is
 * open, and where the quote no longer holds, or would say something else now.
 */
export async function exitInvestment(tx: Tx, actor: Investor, input: { id: string; quoteId: string }): Promise<void> {
  const subject = { kind: 'investment', id: input.id } as const
  await holdRequestOn(tx, subject)
  const own = await selectInvestment(tx, actor.userId, input.id)
  const locked = own && (await lockRecord(tx, 'investment', own.id))
  if (!locked) refuse('not found', 'There is no such investment.')
  const { record: investment, clock } = locked
  const quote = await selectExitQuote(tx, investment.id, input.quoteId)
  if (quote === undefined) refuse('not found', 'There is no such quote for this investment.')
  const now = clock.now()
  const counted = await countExit(tx, investment, { now, at: quote.as_of })
  if (quote.good_until <= now) refuse('wrong state', TOO_OLD)
  if (quote.version !== investment.version || !stillSays(quote, counted)) refuse('wrong state', CHANGED)

  const act = newActId()
  const by = { actor, act }
  await accrueInvestor(tx, clock, by, investment.user_id)
  const accrued: InvestmentRecord = { ...investment, earned_posted: earnedBy(investment, now), accrued_at: now }
  const after: InvestmentRecord = {
    ...accrued,
    ...{ status: TRANSITIONS.exit.to, reason: LEFT_EARLY, completed_at: now, accrued_at: null },
    ...{ earned_posted: quote.kept, exit_quote_id: quote.id, left_after: quote.seconds },
    version: investment.version + 1,
  }
  after.set_apart = setApartIn(nothingFree(), accrued, after)
  await post(tx, by, now, [transferBetween(accrued, after, 'left')])
  await decide(tx, clock, actor, locked, {
    ...{ act, action: 'exit investment', title: 'Investment left early', after, reason: LEFT_EARLY },
    // it follows by itself: nobody who invites learns from it who decided what
    followedBy: { job: 'exit', address: actor.address },
  })
}
