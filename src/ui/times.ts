/** Times as people read them, in their own zone and the language of the texts. */
import { LOCALE, MONTHS, whenNeeded } from '#texts/locale.ts'

const days = whenNeeded(() => new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', year: 'numeric' }))
const wholeMoment = whenNeeded(
  () =>
    new Intl.DateTimeFormat(LOCALE, {
      ...({ month: 'short', day: 'numeric', year: 'numeric' } as const),
      ...({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const),
    }),
)

type Instant = string | number

/** `11:02 PM` */
export function clockTime(at: Instant): string {
  const date = dateAt(at)
  const hours = date.getHours()
  const minutes = String(date.getMinutes()).padStart(2, '0')
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`
}

/** `Nov 20, 2026` */
export function dayOf(at: Instant): string {
  return `${dayOfYear(at)}, ${dateAt(at).getFullYear()}`
}

/** A day of the calendar (`2026-11-20`), which is the same day in every zone: `Nov 20, 2026`. */
export function dateOf(date: string): string {
  return dayOf(`${date}T12:00:00`)
}

/** `Nov 20 – 24, 2026`, or the one day where both are the same. */
export function daysOf(from: Instant, to: Instant): string {
  return days().formatRange(new Date(from), new Date(to))
}

/** `Nov 20, 9:41 PM` */
export function momentOf(at: Instant): string {
  return `${dayOfYear(at)}, ${clockTime(at)}`
}

/** `Nov 20, 2026, 9:41 PM UTC`: of a date that somebody has typed, where the year or the zone may be what they changed. */
export function wholeMomentOf(at: Instant): string {
  return wholeMoment().format(new Date(at))
}

/** The device's own zone, as the server knows zones: `Europe/Berlin`. */
export function ownZone(): string {
  // a browser that has it need not fetch all that it knows of dates
  const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId: () => string } } }
  return Temporal?.Now.timeZoneId() ?? days().resolvedOptions().timeZone
}

/** `Nov 20` */
function dayOfYear(at: Instant): string {
  const date = dateAt(at)
  return `${MONTHS[date.getMonth()]} ${date.getDate()}`
}

/** Throws a `RangeError` where there is no such time, as `Intl` does. */
function dateAt(at: Instant): Date {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) throw new RangeError()
  return date
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What belongs together on one line, however narrow it is. */
export const together = (words: string) => words.replaceAll(' ', '\u00a0')

/** How long ago something was: `just now`, `9 min ago`, `3 h ago`, `2 d ago`. */
export function ago(at: Instant, now: number): string {
  const passed = now - new Date(at).getTime()
  if (passed < MINUTE) return 'just now'
  if (passed < HOUR) return together(`${Math.floor(passed / MINUTE)} min ago`)
  if (passed < DAY) return together(`${Math.floor(passed / HOUR)} h ago`)
  return together(`${Math.floor(passed / DAY)} d ago`)
}

/** How long something still takes, in two units: `11 d 21 h`, `3 h 5 min`. */
export function timeLeft(until: Instant, now: number): string {
  const left = Math.max(0, new Date(until).getTime() - now)
  const hours = Math.floor((left % DAY) / HOUR)
  const minutes = Math.floor((left % HOUR) / MINUTE)
  if (left >= DAY) return together(`${Math.floor(left / DAY)} d ${hours} h`)
  return together(hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`)
}
