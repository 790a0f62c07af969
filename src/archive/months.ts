/** A month of the calendar (`2026-11`) with its first and its last day. */
export type CalendarMonth = { month: string; from: string; to: string }

/** The months from that of one moment to that of another, both included, in days of UTC; oldest first. */
export function monthsUpTo(since: Date, now: Date): CalendarMonth[] {
  const [first, last] = [since, now].map((at) => at.getUTCFullYear() * 12 + at.getUTCMonth()) as [number, number]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => {
    const month = new Date(Date.UTC(Math.floor((first + n) / 12), (first + n) % 12, 1))
    const end = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0))
    const [from, to] = [month, end].map((day) => day.toISOString().slice(0, 10)) as [string, string]
    return { month: from.slice(0, 7), from, to }
  })
}
