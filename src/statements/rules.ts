import { earned, earningSeconds } from '#investments/rules.ts'
import { toWire, type MicroUsd } from '#money/micro-usd.ts'
import { percentToWire, type Percent } from '#money/percent.ts'
import type { Yield } from './contract.ts'

/** Whole days of a time zone, the last one included, and the moments at which the first begins and the last is over. */
export type Period = {
  from: string
  to: string
  zone: string
  begins: Date
  /** null if the last day is not over yet: everything up to now */
  ends: Date | null
}

const LONGEST_YEARS = 10
const EARLIEST = '1970-01-01'
const DAY = 86_400_000
/** No place is further from UTC than this. */
const FURTHEST = 15 * 3_600_000

/**
 * Reads a period of whole days in a time zone (UTC by default). What lies in the future is cut off. A sentence
 * and the field that it is about where a day, the order of the two, the length or the zone cannot be.
 */
export function readPeriod(
  asked: { from: string; to: string; zone?: string | undefined },
  now: Date,
): Period | { field: 'from' | 'to' | 'zone'; problem: string } {
  const { from, to, zone = 'UTC' } = asked
  if (!isZone(zone)) return { field: 'zone', problem: 'This is not a time zone: use a name such as Europe/Berlin.' }
  for (const [field, day] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (!isDay(day)) return { field, problem: 'Enter a day such as 2026-11-20.' }
    if (day < EARLIEST) return { field, problem: 'Choose a day from 1970 on.' }
  }
  if (from > to) return { field: 'to', problem: 'Choose a last day that is not before the first.' }
  if (to >= `${Number(from.slice(0, 4)) + LONGEST_YEARS}${from.slice(4)}`) {
    return { field: 'to', problem: `Choose a period of at most ${LONGEST_YEARS} years.` }
  }
  const today = dayInZone(now, zone)
  const last = to > today ? (from > today ? from : today) : to
  const ends = startOfDay(dayAfter(last), zone)
  return { from, to: last, zone, begins: startOfDay(from, zone), ends: ends > now ? null : ends }
}

/** The day of a moment in a time zone, `YYYY-MM-DD`. */
export function dayInZone(moment: Date, zone: string): string {
  const parts = partsOf(moment, zone)
  return `${parts['year']?.padStart(4, '0')}-${parts['month']}-${parts['day']}`
}

/** The time of day of a moment in a time zone, `HH:MM:SS`. */
export function timeOf(moment: Date, zone: string): string {
  const parts = partsOf(moment, zone)
  return `${parts['hour']}:${parts['minute']}:${parts['second']}`
}

/** The first moment of a day in a time zone: midnight, or whatever the clocks there show first on that day. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let [before, after] = [midnight - FURTHEST, midnight + FURTHEST]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dayInZone(new Date(middle), zone) < day) before = middle
    else after = middle
  }
  return new Date(after)
}

/** An earning of a day as it was posted, and the investment that it comes from as it stands now. */
export type PostedEarning = {
  amount: MicroUsd
  at: Date
  /** when its earnings were posted before, or it began */
  after: Date | null
  terms: { principal: MicroUsd; dailyRoi: Percent; duration: number; beganAt: Date | null }
}

/** The seconds and terms from which an earning follows exactly; null if they do not give it to the micro-dollar. */
export function yieldOf({ amount, at, after, terms }: PostedEarning): Yield | null {
  const { principal, dailyRoi, duration, beganAt } = terms
  if (beganAt === null) return null
  const from = after === null ? 0 : earningSeconds(beganAt, duration, after)
  const to = earningSeconds(beganAt, duration, at)
  if (earned(principal, dailyRoi, to) - earned(principal, dailyRoi, from) !== amount) return null
  return {
    principal: toWire(principal),
    daily_roi: percentToWire(dailyRoi),
    seconds_from: from,
    seconds_to: to,
    began_at: beganAt.toISOString(),
  }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Days are compared as text, so the year after 9999 is none. */
function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10)
}

/** Whether this names a time zone, in any case of its letters. */
export function isZone(zone: string): boolean {
  return /^[A-Za-z]/.test(zone) && formatOf(zone) !== null
}

const UTC = /^(?<year>\d+)-(?<month>\d\d)-(?<day>\d\d)T(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)/
/** By the name in small letters: names are taken in any case, and there are many ways to write one. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat | null {
  const name = zone.toLowerCase()
  const format = formats.get(name) ?? makeFormat(name)
  if (format !== null) formats.set(name, format)
  return format
}

function makeFormat(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  } catch {
    return null
  }
}

type Parts = Record<string, string>
/** Of lines written one after the other each is asked for its day and its time. */
let latest: { moment: number; zone: string; parts: Parts } | undefined

function partsOf(moment: Date, zone: string): Parts {
  if (latest?.moment === moment.getTime() && latest.zone === zone) return latest.parts
  const parts = readParts(moment, zone)
  latest = { moment: moment.getTime(), zone, parts }
  return parts
}

function readParts(moment: Date, zone: string): Parts {
  if (zone === 'UTC') return { ...UTC.exec(moment.toISOString())?.groups }
  const format = formatOf(zone)
  if (format === null) throw new Error(`there is no time zone ${zone}`)
  return Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
}
