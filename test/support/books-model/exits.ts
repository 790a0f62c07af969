/** Leaving early by a quote, and what an investment does at its end, as the rules tell it. */
import { largest, smallest } from './amounts.ts'
import { balanceOf, earnedBy, earnedIn, endOf, wholeSeconds } from './books.ts'
import { change } from './investments.ts'
import { heldUp, refused } from './two-people.ts'
import {
  own,
  type AtEnd,
  type Exit,
  type ExitQuote,
  type Investment,
  type Judgement,
  type Refusal,
  type World,
} from './world.ts'

const state = (why: string): Refusal => ({ status: 409, why })
export const HOLDS = 5 * 60_000

/**
 * What leaving comes to as of a moment: what was earned beyond the early rate goes back, at most what the wallet held, which
 * is less than nothing where what was earned since has left it.
 */
export function exitAt(world: World, investment: Investment, at: number): Exit {
  const { of, amount, rate, early, began = at } = investment
  const seconds = wholeSeconds(began, Math.min(at, endOf(investment)))
  const since = world.investments
    .filter((one) => one.of === of && one.status === 'approved')
    .reduce((sum, one) => sum + earnedBy(one, world.now) - earnedBy(one, at), 0n)
  const wallet = balanceOf(world, own(of, 'earnings')) - since
  const [earned, kept] = [earnedIn(amount, rate, seconds), earnedIn(amount, early, seconds)]
  return { seconds, earned, early: kept, wallet, kept: earned - smallest(earned - kept, largest(wallet, 0n)) }
}

/** Whether a quote says what leaving comes to by now; not where the principal would pay for what was earned since. */
function stillSays(quote: Exit, now: Exit): boolean {
  return (
    now.wallet >= 0n && (['seconds', 'earned', 'early', 'kept'] as const).every((part) => quote[part] === now[part])
  )
}

function mayLeave(world: World, investment: Investment): (Refusal | undefined)[] {
  const { status, of } = investment
  return [
    status === 'approved' ? undefined : state(`it is ${status}`),
    heldUp(world, investment.id),
    balanceOf(world, own(of, 'withdrawing')) > 0n ? state('a withdrawal is open') : undefined,
  ]
}

export function judgeQuoteExit(world: World, investment: Investment): Judgement {
  return { refusals: refused(...mayLeave(world, investment)), counts: 0n, apply() {} }
}

/** Milliseconds for which a quote is answered again. */
const SAME_FOR = 5_000

/** The quote that is answered again, where one was just asked for and would say the same. */
export function standingQuote(world: World, investment: Investment): ExitQuote | undefined {
  const newest = world.exitQuotes.findLast((quote) => quote.investment === investment)
  if (newest === undefined || newest.until <= world.now || newest.changes !== investment.changes) return undefined
  if (world.now - newest.at >= SAME_FOR) return undefined
  return stillSays(newest.says, exitAt(world, investment, newest.at)) ? newest : undefined
}

export function judgeExit(world: World, investment: Investment, quote: ExitQuote): Judgement {
  const isOfIt = quote.investment === investment
  const stands = quote.changes === investment.changes && stillSays(quote.says, exitAt(world, investment, quote.at))
  return {
    refusals: refused(
      isOfIt ? undefined : { status: 404, why: 'the quote is of another' },
      ...mayLeave(world, investment),
      isOfIt && quote.until <= world.now ? state('the quote is too old') : undefined,
      isOfIt && !stands ? state('the quote says something else by now') : undefined,
    ),
    counts: 0n,
    apply() {
      const { seconds, kept } = quote.says
      const left = { seconds, kept }
      change(world, investment, { status: 'completed', ended: world.now, reason: 'left early', left })
    },
  }
}

export function judgeAtEnd(investment: Investment, atEnd: AtEnd): Judgement {
  const { status, source } = investment
  return {
    refusals: refused(
      status === 'approved' ? undefined : state(`it is ${status}`),
      source === 'bonus' && atEnd === 'reinvest all'
        ? { status: 422, why: 'bonus credit and earnings do not mix', field: 'at_end' }
        : undefined,
    ),
    counts: 0n,
    apply() {
      investment.atEnd = atEnd
    },
  }
}
