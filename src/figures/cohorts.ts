import type { ReplyOf } from '#kit/wire.ts'
import type { Tx } from '#kit/database.ts'
import { REGISTRATIONS_KEPT } from '#identity/jobs.ts'
import { toWire, ZERO } from '#money/micro-usd.ts'
import { dayInZone, startOfDay } from '#statements/rules.ts'
import type { Cohort, figuresContract } from './contract.ts'
import { type CohortRow, countUnverified, sumCohorts } from './store.ts'

type Cohorts = ReplyOf<(typeof figuresContract)['GET /api/admin/cohorts']>

const MONTHS = 12
const NOBODY = { verified: 0, approved: 0, invested: 0, holding: 0, paid_in: ZERO, paid_out: ZERO }

/**
 * Users by the month of `zone` in which they joined, the last twelve months and all before them: how far they came, and
 * what they paid in and were paid out since, so that the sums are those of the platform's figures (business rules §3).
 * Those who never proved their codes are counted for as long as their registrations are kept.
 */
export async function cohortsOf(tx: Tx, now: Date, zone: string): Promise<Cohorts> {
  const months = lastMonths(dayInZone(now, zone))
  const begin = months.map((month) => startOfDay(`${month}-01`, zone))
  const rows = new Map((await sumCohorts(tx, begin)).map((row) => [row.month, row]))
  const thisMonth = begin.at(-1) ?? now
  const known = now.getTime() - thisMonth.getTime() < REGISTRATIONS_KEPT
  const unverified = known ? await countUnverified(tx, thisMonth) : null
  const earlier = rows.get(0)
  const cohorts = months.map((month, place) =>
    onWire(month, rows.get(place + 1) ?? NOBODY, place === MONTHS - 1 ? unverified : null),
  )
  return {
    ...{ status: 'success', as_of: now.toISOString(), zone },
    cohorts: earlier ? [onWire(null, earlier, null), ...cohorts] : cohorts,
  }
}

function onWire(month: string | null, row: Omit<CohortRow, 'month'>, unverified: number | null): Cohort {
  const { verified, approved, invested, holding, paid_in, paid_out } = row
  return {
    ...{ month, registered: unverified === null ? null : verified + unverified, verified, approved, invested, holding },
    ...{ paid_in: toWire(paid_in), paid_out: toWire(paid_out) },
  }
}

/** The months up to the one of a day: `2025-12`, …, `2026-11`. */
function lastMonths(day: string): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, place) =>
    new Date(Date.UTC(year, month - MONTHS + place, 1)).toISOString().slice(0, 7),
  )
}
