import { useState } from 'react'
import type { Cohort } from '#figures/contract.ts'
import { dollars } from '#money/show.ts'
import { LOCALE } from '#texts/locale.ts'
import { BarChart } from '#ui/bar-chart.tsx'
import { Card } from '#ui/card.tsx'
import { AsTable } from '#ui/chart-table.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { clockTime, ownZone } from '#ui/times.ts'
import { useRead } from '#desk/calls.ts'

const monthName = new Intl.DateTimeFormat(LOCALE, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const STAGES = [
  { name: 'Hold something', colour: 'var(--brand)', count: ({ holding }: Cohort) => holding },
  { name: 'Others', colour: 'var(--line-strong)', count: ({ verified, holding }: Cohort) => verified - holding },
]

/** New users by the month in which they joined: how far they came, what they paid in and were paid out. */
export function Cohorts() {
  const [zone] = useState(ownZone)
  const { data, error, refetch } = useRead('GET /api/admin/cohorts', { query: { zone } })
  if (!data) {
    return (
      <Card>{error ? <LoadFailed again={refetch}>{error.message}</LoadFailed> : <Skeleton className="h-72" />}</Card>
    )
  }
  const { cohorts } = data
  const [first, last] = [cohorts[0], cohorts.at(-1)]
  if (!first || !last) return null
  return (
    <Card className="px-5 pt-4 pb-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-17">Users by the month they joined</h2>
        <p className="text-14 text-ink-2">at {clockTime(data.as_of)}</p>
      </div>
      <ul className="flex flex-wrap gap-x-5 pt-2 pb-4 text-13 text-ink-2">
        {STAGES.map(({ name, colour }) => (
          <li key={name} className="flex items-center gap-2">
            <span aria-hidden className="size-2.5 rounded-full" style={{ background: colour }} />
            {name}
          </li>
        ))}
      </ul>
      <BarChart
        label={`Users by the month they joined, ${last.verified} of them this month. Of all, ${total(cohorts, 'holding')} of ${total(cohorts, 'verified')} still hold something.`}
        bars={cohorts.map((cohort) => STAGES.map(({ colour, count }) => ({ colour, size: count(cohort) })))}
        foot={[nameOf(first), nameOf(last)]}
      />
      <AsTable
        label="Users by the month they joined"
        tables={() => [
          {
            caption: `Months of ${zone}. Registered counts those, too, who haven’t confirmed both codes, as long as that is known.`,
            head: [
              'Joined',
              'Registered',
              'Verified',
              'Identity approved',
              'Invested',
              'Hold something',
              'Paid in',
              'Paid out',
            ],
            rows: cohorts.toReversed().map((cohort) => {
              const { registered, verified, approved, invested, holding, paid_in, paid_out } = cohort
              return {
                name: nameOf(cohort),
                cells: [registered ?? '–', verified, approved, invested, holding, dollars(paid_in), dollars(paid_out)],
              }
            }),
          },
        ]}
      />
    </Card>
  )
}

function total(cohorts: readonly Cohort[], of: 'verified' | 'holding'): number {
  return cohorts.reduce((all, cohort) => all + cohort[of], 0)
}

function nameOf({ month }: Cohort): string {
  return month === null ? 'Earlier' : monthName.format(new Date(`${month}-01T00:00:00Z`))
}
