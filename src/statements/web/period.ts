import type { periods } from '#texts/statement.ts'

export type PeriodName = keyof typeof periods
/** Days as the wire writes them, `2026-11-20`, both of them included. */
export type DayRange = { from: string; to: string }

export const PERIODS: readonly PeriodName[] = ['month', 'last-month', 'year', 'own']

/** Which period an address asks for; this month where it names none. */
export function periodNameOf(period: string | undefined): PeriodName {
  return PERIODS.find((name) => name === period) ?? 'month'
}

/** The days of a period, seen from a day; an own one has those that were chosen. */
export function daysOfPeriod(name: PeriodName, today: Date, own: Partial<DayRange>): Partial<DayRange> {
  const [year, month] = [today.getFullYear(), today.getMonth()]
  switch (name) {
    case 'month':
      return { from: ownDay(new Date(year, month, 1)), to: ownDay(today) }
    case 'last-month':
      return { from: ownDay(new Date(year, month - 1, 1)), to: ownDay(new Date(year, month, 0)) }
    case 'year':
      return { from: ownDay(new Date(year, 0, 1)), to: ownDay(today) }
    case 'own':
      return own
  }
}

/** A period that can be asked for: both days are there, and are days, in order. */
export function isPeriod({ from = '', to = '' }: Partial<DayRange>): boolean {
  return isDay(from) && isDay(to) && from <= to
}

/** An address may hold anything. */
function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** The day of a moment in this device's zone, as the wire writes it. */
export function ownDay(at: Date): string {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${at.getFullYear()}-${month}-${day}`
}
