import { type Clock, HOUR, MINUTE, SECOND } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { type Exchange, SourceProblem } from './exchange.ts'
import { INTERVALS, type Interval } from './rules.ts'
import { claimSource, keepCandles, releaseSource, selectNewestOf } from './store.ts'
import { type SourceChange, linesOf } from './tell-changes.ts'

/** Milliseconds from one round to the next. */
export const EVERY = MINUTE
/** Milliseconds for one round; what is left is due in the next. */
const LONGEST_ROUND = 45 * SECOND
/** Milliseconds for which a source belongs to one process: longer than any round and its last answer. */
export const LEASE = 2 * MINUTE
/** Milliseconds of the longest pause after failures. */
export const LONGEST_PAUSE = 15 * MINUTE
/** Milliseconds by which no turn is later: no source is left alone for longer, whatever it asks for. */
const LATEST_TURN = 2 * HOUR
/** How old what was read may become before it is read again, in milliseconds; and how many candles are kept at first. */
const FEEDS: readonly { interval: Interval; readAgain: number; count: number }[] = [
  { interval: '1m', readAgain: 0, count: 10 },
  { interval: '5m', readAgain: 2 * MINUTE, count: 290 },
  { interval: '1h', readAgain: 10 * MINUTE, count: 290 },
  { interval: '1d', readAgain: 30 * MINUTE, count: 290 },
]

export type MarketHouse = {
  db: Database
  clock: Clock
  exchanges: readonly Exchange[]
  symbols: readonly string[]
  /** a line for the operator */
  tell(line: string): void
}

/**
 * Asks each source whose turn it is for new candles and keeps them. Of several processes one asks: it moves the source's
 * next turn on and so has it to itself. A source that fails is asked again later and later; the others do not wait for it.
 */
export async function pollDue(house: MarketHouse, stopping: AbortSignal = new AbortController().signal): Promise<void> {
  const rounds = await Promise.allSettled(house.exchanges.map((exchange) => pollOne(house, exchange, stopping)))
  const changes = rounds.flatMap((round) => (round.status === 'fulfilled' && round.value ? [round.value] : []))
  for (const line of linesOf(changes)) house.tell(line)
  const failed = rounds.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Answers what there is to tell of the source, where this process asked it. */
async function pollOne(
  house: MarketHouse,
  exchange: Exchange,
  stopping: AbortSignal,
): Promise<SourceChange | undefined> {
  const now = house.clock.now()
  const { source } = exchange
  const turn = { leaseEnds: new Date(now.getTime() + LEASE), latest: new Date(now.getTime() + LATEST_TURN) }
  let again = false
  const claimed = await transaction(house.db, async (tx) => {
    const taken = await claimSource(tx, source, now, { ...turn, again })
    again = true
    return taken
  })
  if (claimed === undefined) return undefined
  const round = await readRound(house, exchange, stopping)
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  if (stopping.aborted) {
    // Nothing is wrong with the source: another process may go on at once.
    await transaction(house.db, (tx) => releaseSource(tx, source, claimed, { next_due_at: now }))
    return undefined
  }
  const well = round.kept && !round.failed
  const failures = well ? 0 : claimed.failures + 1
  // A round that was cut short before anything went well or wrong says nothing about the source.
  const problem = round.problem?.said ?? (well ? null : claimed.problem)
  await transaction(house.db, (tx) =>
    releaseSource(tx, source, claimed, {
      next_due_at: at(well ? EVERY : pauseAfter(failures, round.problem?.retryAfter)),
      failures,
      ...(round.kept ? { answered_at: now } : {}),
      problem,
    }),
  )
  return { source, before: claimed.problem, now: problem }
}

/** Milliseconds to leave a source alone after so many failures in a row, or as long as it asked for. */
export function pauseAfter(failures: number, retryAfter = 0): number {
  return Math.max(retryAfter, Math.min(EVERY * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE))
}

type Round = { kept: boolean; failed: boolean; problem: SourceProblem | undefined }

/** Reads what is due of one source, the newest prices of all symbols first. */
async function readRound(house: MarketHouse, exchange: Exchange, stopping: AbortSignal): Promise<Round> {
  const { db, clock, symbols } = house
  const newest = await transaction(db, (tx) => selectNewestOf(tx, exchange.source))
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(LONGEST_ROUND)])
  const round: Round = { kept: false, failed: false, problem: undefined }
  const withoutAnswer = new Set<string>()
  for (const { interval, readAgain, count } of FEEDS) {
    for (const symbol of symbols) {
      const now = clock.now()
      const latest = new Date(now.getTime() + LEASE)
      // What was read in times to come, a clock that was wrong has read.
      const last = newest.find((one) => one.symbol === symbol && one.interval === interval && one.read_at <= latest)
      if (withoutAnswer.has(symbol) || (last && now.getTime() - last.read_at.getTime() < readAgain)) continue
      if (signal.aborted) return round
      const missing = last
        ? Math.ceil((now.getTime() - last.opens_at.getTime()) / INTERVALS[interval].length) + 1
        : count
      try {
        const candles = await exchange.candles({ symbol, interval, count: Math.min(missing, count), now, signal })
        const of = { source: exchange.source, symbol, interval, readAt: now, latest }
        await transaction(db, (tx) => keepCandles(tx, of, candles))
        round.kept = true
      } catch (error) {
        if (!(error instanceof SourceProblem)) throw error
        // Cut off at the end of the round, not by the source.
        if (signal.aborted && round.kept) return round
        round.problem ??= error
        if (error.scope === 'source') return { ...round, failed: true, problem: error }
        withoutAnswer.add(symbol)
      }
    }
  }
  return round
}
