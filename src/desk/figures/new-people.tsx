import { Link } from '@tanstack/react-router'
import { LOCALE } from '#texts/locale.ts'
import { BarChart } from '#ui/bar-chart.tsx'
import { Card } from '#ui/card.tsx'
import { AsTable } from '#ui/chart-table.tsx'
import { startOf } from './flow.ts'
import type { PlatformFigures } from '#figures/contract.ts'

const whole = new Intl.NumberFormat(LOCALE)
const shortDay = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' })
const link = 'inline-flex min-h-11 min-w-6 items-center justify-end rounded-control underline decoration-line-strong'

/** New users day by day, and how far those of the last 30 days have come. */
export function NewPeople({ figures: { users, conversion, zone } }: { figures: PlatformFigures }) {
  return (
    <Card className="px-5 pt-4 pb-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-17">New users, 30 days</h2>
        <p className="text-14 text-ink-2">
          <Link to="/list-users" className={link}>
            <b className="text-ink">{whole.format(users.total)}</b>&nbsp;in all
          </Link>
        </p>
      </div>
      <div className="grid gap-x-5 gap-y-3 lg:grid-cols-2">
        <DayByDay users={users} />
        <HowFar conversion={conversion} from={users.days[0]?.day} />
      </div>
      <AsTable
        label="New users"
        tables={() => [
          {
            caption: `The last 30 days, of ${zone}`,
            head: ['Day', 'New users'],
            rows: users.days.map(({ day, count }) => ({
              name: shortDay.format(new Date(startOf(day))),
              cells: [count],
            })),
          },
        ]}
      />
    </Card>
  )
}

/** How many came in 30 days, and how many of them on each. */
function DayByDay({ users }: Pick<PlatformFigures, 'users'>) {
  const most = Math.max(1, ...users.days.map(({ count }) => count))
  const from = users.days[0]?.day
  return (
    <div className="flex flex-col justify-between">
      <Link
        to="/list-users"
        search={{ from }}
        aria-label={`${users.in_30_days} new users in 30 days: see them`}
        className={`${link} text-36 font-medium`}
      >
        {whole.format(users.in_30_days)}
      </Link>
      <BarChart
        label={`New users day by day, at most ${most} on one`}
        bars={users.days.map(({ count }) => [{ size: count, colour: 'var(--brand)' }])}
        foot={[from && shortDay.format(new Date(startOf(from))), `peak ${most}/day`, 'Today']}
      />
    </div>
  )
}

type HowFarProps = Pick<PlatformFigures, 'conversion'> & { from: string | undefined }

/** How many of those who have registered since then came how far, each stage with its share of them. */
function HowFar({ conversion, from }: HowFarProps) {
  const stages = [
    { name: 'Registered', count: conversion.registered, line: 'including those who haven’t confirmed both codes yet' },
    { name: 'Verified', count: conversion.verified, line: 'both codes confirmed: new users', to: { from } },
    { name: 'Identity approved', count: conversion.approved, line: 'of them', to: { from, status: 'approved' } },
    { name: 'Invested', count: conversion.invested, line: 'of them, an investment that was approved' },
  ]
  return (
    <ol aria-label="Conversion" className="flex flex-col">
      {stages.map(({ name, count, line, to }) => (
        <li key={name} className="flex flex-col justify-center gap-1 py-1 text-14">
          <div className="flex items-baseline justify-between gap-3">
            <span className="min-w-0">
              <b>{name}</b> <span className="text-13 text-ink-2">{line}</span>
            </span>
            <span className="flex items-baseline gap-2 whitespace-nowrap">
              {to ? (
                <Link
                  to="/list-users"
                  search={to}
                  aria-label={`${count} ${name}: see them`}
                  className={`${link} font-semibold`}
                >
                  {whole.format(count)}
                </Link>
              ) : (
                <span className="inline-flex min-h-11 items-center font-semibold">{whole.format(count)}</span>
              )}
              <span className="min-w-11 text-end text-13 text-ink-2">{shareOf(count, conversion.registered)}</span>
            </span>
          </div>
          <div aria-hidden className="h-1 overflow-clip rounded-full bg-sunken">
            <div
              className="h-full bg-brand"
              style={{ width: `${(100 * count) / Math.max(conversion.registered, 1)}%` }}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}

function shareOf(count: number, all: number): string {
  return all === 0 ? '' : `${Math.floor((100 * count) / all)}%`
}
