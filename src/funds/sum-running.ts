/** Counts all that runs, one by one, in as few steps as each of them needs. */
import { setImmediate as letOthersGo } from 'node:timers/promises'
import { DAY, SECOND } from '#kit/clock.ts'
import { earned } from '#investments/rules.ts'
import { microUsd } from '#money/micro-usd.ts'
import { HUNDRED_PERCENT, type Percent } from '#money/percent.ts'
import { EACH, type RunningOnTerms } from './dues-store.ts'

/**
 * Running investments of a plan that were counted together and end on a day of UTC, counted in days since 1970. Amounts
 * in micro-dollars: their principal, but for what is promotional credit again at its end; what they will have earned at
 * their end, have earned by now and will have by the next midnight, each rounded down for itself; and what a whole day
 * brings without its fraction, which some or none of them have.
 */
export type RunningOfDay = Sums & {
  plan_id: string
  ends: number
  /**
   * Of each that has one, two numbers: the fraction of a micro-dollar that a whole day brings, and what has gathered of it
   * by the next midnight, rounded down, in parts of which a million make a micro-dollar.
   */
  fractions: number[]
}

const EPOCH_OF_2000 = Date.UTC(2000, 0, 1) * 1000
const DAY_MICROS = DAY * 1000
const SECOND_MICROS = SECOND * 1000
const SECONDS_PER_DAY = DAY / SECOND
/** Ten-thousandths of a percent that make the whole. */
const WHOLE = Number(HUNDRED_PERCENT)
const HALF = 2 ** 32
/** Counted between two turns of whatever else waits: a few milliseconds. */
const AT_A_TIME = 20_000

/**
 * Up to these, what is counted in numbers is exact: no step comes to more than 2^53, and no quotient so near to the next
 * whole number that it would be rounded up to it. Principal and what a day brings in micro-dollars, rate in ten-thousandths
 * of a percent, duration in days.
 */
const SMALL = { principal: 2 ** 43, day: 10 ** 11, rate: 10 * WHOLE, duration: 8192 }
/** Sums of numbers that have come so far go on in a bigint: far enough from 2^53 for one more of the largest. */
const MOVED_AT = 2 ** 52

/** The seconds that one lasts, and those that are gone by now and by the next midnight. */
type Seconds = { lasts: number; now: number; midnight: number }

const AMOUNTS = ['principal', 'total', 'earned', 'by_midnight', 'whole_day'] as const
type Sums = Record<(typeof AMOUNTS)[number], bigint>
/** Sums in the order of `AMOUNTS`: in numbers for as long as they are exact, and in bigints what has gone beyond. */
type Tally = { numbers: Float64Array; bigints: bigint[]; fractions: number[] }

/** Sums all that runs, by plan and day. `midnight` is the end of the UTC day in which `now` lies. */
export async function sumByDay(running: readonly RunningOnTerms[], now: Date, midnight: Date): Promise<RunningOfDay[]> {
  const plans = new Map<string, Map<number, Tally>>()
  const [nowMicros, midnightMicros] = [now.getTime() * 1000, midnight.getTime() * 1000]
  let counted = 0
  for (const { plan_id, daily_roi, duration, source, each } of running) {
    const days = plans.get(plan_id) ?? new Map<number, Tally>()
    plans.set(plan_id, days)
    const [rate, lasts] = [Number(daily_roi), duration * SECONDS_PER_DAY]
    const termsAreSmall = rate < SMALL.rate && duration < SMALL.duration
    const bytes = new DataView(each.buffer, each.byteOffset, each.length)
    for (let at = 0; at < each.length; at += EACH) {
      counted += 1
      if (counted % AT_A_TIME === 0) await letOthersGo()
      const began = bytes.getInt32(at) * HALF + bytes.getUint32(at + 4) + EPOCH_OF_2000
      const seconds = {
        lasts,
        now: secondsBetween(began, nowMicros, lasts),
        midnight: secondsBetween(began, midnightMicros, lasts),
      }
      const tally = tallyOf(days, Math.floor(began / DAY_MICROS) + duration)
      const principal = bytes.getInt32(at + 8) * HALF + bytes.getUint32(at + 12)
      const comesBack = source !== 'bonus'
      const isSmall = termsAreSmall && principal < SMALL.principal
      if (!isSmall || !countInNumbers(tally, { principal, comesBack }, rate, seconds))
        countInBigints(tally, { principal: bytes.getBigInt64(at + 8), comesBack }, daily_roi, seconds)
    }
  }
  return [...plans].flatMap(([plan_id, days]) =>
    [...days].map(([ends, tally]) => ({ plan_id, ends, ...sumsOf(tally), fractions: tally.fractions })),
  )
}

function tallyOf(days: Map<number, Tally>, day: number): Tally {
  const found = days.get(day)
  if (found !== undefined) return found
  const none = { numbers: new Float64Array(AMOUNTS.length), bigints: AMOUNTS.map(() => 0n), fractions: [] }
  days.set(day, none)
  return none
}

/** Whole seconds between two moments in microseconds: none backwards, no more than are asked for. */
function secondsBetween(from: number, to: number, most: number): number {
  return Math.min(Math.max(Math.floor((to - from) / SECOND_MICROS), 0), most)
}

type Principal<Amount> = { principal: Amount; comesBack: boolean }

/** Counts one in steps none of which is too large. Where one would be, nothing is counted, and it answers false. */
function countInNumbers(
  tally: Tally,
  { principal, comesBack }: Principal<number>,
  rate: number,
  { lasts, now, midnight }: Seconds,
): boolean {
  const above = Math.floor(principal / WHOLE)
  const below = (principal - above * WHOLE) * rate
  const wholeDay = above * rate + Math.floor(below / WHOLE)
  const rest = restOf(below, WHOLE)
  if (wholeDay >= SMALL.day) return false
  if (comesBack) addNumber(tally, 0, principal)
  addNumber(tally, 1, earnedAfter(wholeDay, rest, lasts))
  addNumber(tally, 2, earnedAfter(wholeDay, rest, now))
  addNumber(tally, 3, earnedAfter(wholeDay, rest, midnight))
  addNumber(tally, 4, wholeDay)
  if (rest !== 0) tally.fractions.push(rest, gatheredAfter(wholeDay, rest, midnight))
  return true
}

/** `earned` of `investments/rules.ts`, of what a whole day brings and its fraction in millionths. */
function earnedAfter(wholeDay: number, rest: number, seconds: number): number {
  const days = Math.floor(seconds / SECONDS_PER_DAY)
  const since = seconds - days * SECONDS_PER_DAY
  const fractions = Math.floor((rest * seconds) / WHOLE)
  return days * wholeDay + Math.floor((wholeDay * since + fractions) / SECONDS_PER_DAY)
}

/** What of the next micro-dollar has gathered, in millionths: whole micro-dollars of whole days are none of it. */
function gatheredAfter(wholeDay: number, rest: number, seconds: number): number {
  const parts = restOf(wholeDay, SECONDS_PER_DAY) * WHOLE * restOf(seconds, SECONDS_PER_DAY) + rest * seconds
  return restOf(Math.floor(parts / SECONDS_PER_DAY), WHOLE)
}

/** As `%` of two numbers of which none is below zero, in a tenth of its time. */
function restOf(number: number, by: number): number {
  return number - Math.floor(number / by) * by
}

function addNumber({ numbers, bigints }: Tally, place: number, amount: number): void {
  const sum = (numbers[place] ?? 0) + amount
  numbers[place] = sum
  if (sum < MOVED_AT) return
  bigints[place] = (bigints[place] ?? 0n) + BigInt(sum)
  numbers[place] = 0
}

function countInBigints(
  { bigints, fractions }: Tally,
  { principal, comesBack }: Principal<bigint>,
  rate: Percent,
  { lasts, now, midnight }: Seconds,
): void {
  const after = (seconds: number) => earned(microUsd(principal), rate, seconds)
  const [wholeDay, rest] = [(principal * rate) / HUNDRED_PERCENT, (principal * rate) % HUNDRED_PERCENT]
  const amounts = [comesBack ? principal : 0n, after(lasts), after(now), after(midnight), wholeDay]
  for (const [place, amount] of amounts.entries()) bigints[place] = (bigints[place] ?? 0n) + amount
  const parts = (principal * rate * BigInt(midnight)) / BigInt(SECONDS_PER_DAY)
  if (rest !== 0n) fractions.push(Number(rest), Number(parts % HUNDRED_PERCENT))
}

function sumsOf({ numbers, bigints }: Tally): Sums {
  const sum = (name: (typeof AMOUNTS)[number]) => {
    const place = AMOUNTS.indexOf(name)
    return (bigints[place] ?? 0n) + BigInt(numbers[place] ?? 0)
  }
  return {
    principal: sum('principal'),
    total: sum('total'),
    earned: sum('earned'),
    by_midnight: sum('by_midnight'),
    whole_day: sum('whole_day'),
  }
}
