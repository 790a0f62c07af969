/** How investors end what runs: early by a quote, or by what they choose for the end. */
import { fromWire } from './amounts.ts'
import { endOf } from './books.ts'
import { exitAt, HOLDS, judgeAtEnd, judgeExit, judgeQuoteExit, standingQuote } from './exits.ts'
import { always, NOBODYS, type Scene, type Step } from './plan.ts'
import type { Answer } from '../visitor.ts'
import type { AtEnd, Investment, Refusal, World } from './world.ts'

const notFound: Refusal = { status: 404, why: 'it is not theirs' }

/** Mostly one that runs, and mostly by its own investor. */
function someOwn({ world, chance }: Scene, likely: (one: Investment) => boolean) {
  const investment =
    (chance.percent(88) ? chance.pick(world.investments.filter(likely)) : undefined) ?? chance.pick(world.investments)
  const by = investment && (chance.percent(94) ? investment.of : chance.pick(world.people))
  return investment === undefined || by === undefined ? undefined : { investment, by }
}

const isRunning = ({ status }: Investment) => status === 'approved'

/** What the app says of leaving is what the rules say, to the micro-dollar. */
function learnQuote(world: World, investment: Investment, { body }: Answer): void {
  const { id, as_of, good_until, ...said } = body.quote
  const present = standingQuote(world, investment)
  if (present !== undefined) {
    if (present.id !== id) throw new Error('a quote that holds was not answered again')
    return
  }
  const at = Date.parse(as_of)
  const says = exitAt(world, investment, at)
  const until = Math.min(world.now + HOLDS, endOf(investment))
  for (const [field, expected] of Object.entries({
    ...{ principal: investment.amount, earned: says.earned, early: says.early },
    ...{ wallet: says.wallet, kept: says.kept, taken_back: says.earned - says.kept },
  })) {
    if (fromWire(said[field]) !== expected)
      throw new Error(`the quote has ${field} ${said[field]} instead of ${expected}`)
  }
  if (at !== world.now || Date.parse(good_until) !== until)
    throw new Error(`the quote counts at ${as_of} to ${good_until}`)
  world.exitQuotes.push({ id, investment, changes: investment.changes, at, until, says })
}

const quoteExit: Step = (scene) => {
  const { world } = scene
  const chosen = someOwn(scene, isRunning)
  if (chosen === undefined) return undefined
  const { investment, by } = chosen
  const judgement = by === investment.of ? judgeQuoteExit(world, investment) : always(notFound)
  const found = async (answer: Answer) => learnQuote(world, investment, answer)
  return { by, path: `/api/quote-exit/${investment.id}`, judgement, found }
}

const leave: Step = (scene) => {
  const { world, chance } = scene
  const quote = chance.percent(80)
    ? chance.pick(world.exitQuotes.filter(({ until }) => until > world.now))
    : chance.pick(world.exitQuotes)
  const chosen = someOwn(scene, (one) => one === quote?.investment)
  if (quote === undefined || chosen === undefined) return undefined
  const { investment, by } = chosen
  const isNobodys = chance.percent(3)
  const judgement = isNobodys || by !== investment.of ? always(notFound) : judgeExit(world, investment, quote)
  const body = { quote_id: isNobodys ? NOBODYS : quote.id }
  return { by, path: `/api/exit-investment/${investment.id}`, body, judgement }
}

const setAtEnd: Step = (scene) => {
  const chosen = someOwn(scene, isRunning)
  if (chosen === undefined) return undefined
  const { investment, by } = chosen
  const atEnd = scene.chance.weighted<AtEnd>([
    [2, 'to wallet'],
    [5, 'reinvest principal'],
    [6, 'reinvest all'],
  ])
  const judgement = by === investment.of ? judgeAtEnd(investment, atEnd) : always(notFound)
  return { by, path: `/api/set-at-end/${investment.id}`, body: { at_end: atEnd }, judgement }
}

export const ENDING_STEPS: readonly (readonly [number, Step])[] = [
  [8, quoteExit],
  [9, leave],
  [7, setAtEnd],
]
