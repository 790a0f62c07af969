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
const SECOND = 1000
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
  const ends = startOfDay(daysAfter(last, 1), zone)
  return { from, to: last, zone, begins: startOfDay(from, zone), ends: ends > now ? null : ends }
}

/** The day of a moment in a time zone, `YYYY-MM-DD`. */
export function dayInZone(moment: Date, zone: string): string {
  return readClock(moment, zone).day
}

/** The time of day of a moment in a time zone, `HH:MM:SS`. */
export function timeOf(moment: Date, zone: string): string {
  return readClock(moment, zone).time
}

/** The first moment of a day in a time zone: midnight, or whatever the clocks there show first on that day. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let [before, after] = [midnight - FURTHEST, midnight + FURTHEST]
  // clocks are set at whole seconds, everywhere
  while (after - before > SECOND) {
    const middle = before + Math.floor((after - before) / SECOND / 2) * SECOND
    if (dayInZone(new Date(middle), zone) < day) before = middle
    else after = middle
  }
  return new Date(after)
}

export type DayStart = { day: string; begins: Date }

/** So many days of a time zone up to today, oldest first, each with its first moment. */
export function lastDays(now: Date, count: number, zone: string): DayStart[] {
  const to = dayInZone(now, zone)
  const from = daysAfter(to, 1 - count)
  const starts = startsOfDays({ from, to, zone, begins: startOfDay(from, zone) })
  return starts.map((begins, n) => ({ day: daysAfter(from, n), begins }))
}

/** No zone has set its clocks there and back again within so many days since 1970: the closest was a week. */
export const SETTLED_DAYS = 6

/**
 * The first moments of the days of a period, in order. Of several days the last alone is looked at where it begins as
 * many times 24 hours later, because then so do those before it: for ten years that is a sixth of the looks.
 */
export function startsOfDays({ from, to, zone, begins }: Pick<Period, 'from' | 'to' | 'zone' | 'begins'>): Date[] {
  const starts = [begins]
  const count = (Date.parse(to) - Date.parse(from)) / DAY + 1
  const addNext = (days: number): void => {
    const last = (starts.at(-1) ?? begins).getTime()
    const day = daysAfter(from, starts.length - 1 + days)
    if (isFirstMoment(last + days * DAY, day, zone)) {
      for (let n = 1; n <= days; n += 1) starts.push(new Date(last + n * DAY))
    } else if (days === 1) {
      // a day on which clocks are set is longer or shorter than others
      starts.push(startOfDay(day, zone))
    } else {
      const half = Math.floor(days / 2)
      addNext(half)
      addNext(days - half)
    }
  }
  while (starts.length < count) addNext(Math.min(SETTLED_DAYS, count - starts.length))
  return starts
}

function isFirstMoment(time: number, day: string, zone: string): boolean {
  return dayInZone(new Date(time), zone) === day && dayInZone(new Date(time - 1), zone) < day
}

/** The day so many days later. Days are compared as text, so the year after 9999 is none. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Whether this names a time zone, in any case of its letters. */
export function isZone(zone: string): boolean {
  return /^[A-Za-z]/.test(zone) && formatOf(zone) !== null
}

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

type Clock = { day: string; time: string }
/** Of lines written one after the other each is asked for its day and its time. */
let latest: { moment: number; zone: string; clock: Clock } | undefined

/** What the clocks of a zone show. */
function readClock(moment: Date, zone: string): Clock {
  if (latest?.moment === moment.getTime() && latest.zone === zone) return latest.clock
  const clock = zone === 'UTC' ? readUtc(moment) : readZone(moment, zone)
  latest = { moment: moment.getTime(), zone, clock }
  return clock
}

function readUtc(moment: Date): Clock {
  const [day = '', time = ''] = moment.toISOString().split('T')
  return { day, time: time.slice(0, 8) }
}

/** The format writes `11/20/2026, 23:05:09`: read from there in a third of the time that its parts take. */
function readZone(moment: Date, zone: string): Clock {
  const format = formatOf(zone)
  if (format === null) throw new Error(`there is no time zone ${zone}`)
  const [date = '', time = ''] = format.format(moment).split(', ')
  const [month, day, year = ''] = date.split('/')
  return { day: `${year.padStart(4, '0')}-${month}-${day}`, time }
}
