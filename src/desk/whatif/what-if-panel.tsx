import { useState } from 'react'
import { fromWire } from '#money/micro-usd.ts'
import { dollars } from '#money/show.ts'
import { days } from '#texts/plan-terms.ts'
import { Button } from '#ui/button.tsx'
import { AsTable } from '#ui/chart-table.tsx'
import { Choices } from '#ui/choices.tsx'
import { FigureList } from '#ui/figures.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { useRefresh } from '#ui/read.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSubmission } from '#ui/submission.ts'
import { dateOf, momentOf } from '#ui/times.ts'
import type { ReplyOf } from '#kit/wire.ts'
import type { AssumedOnWire, whatIfContract } from '#whatif/contract.ts'
import { call, useRead } from '#desk/calls.ts'
import { useMayChange } from '#desk/decisions/may-decide.ts'
import { ForecastChart, type Line } from './forecast-chart.tsx'
import type { DayDrawn, Measure } from './lines.ts'

const MEASURED = [
  { value: 'held', label: 'Held' },
  { value: 'coverage', label: 'Coverage' },
  { value: 'reserve', label: 'Reserve' },
]

type Saved = ReplyOf<(typeof whatIfContract)['GET /api/admin/what-ifs/:id']>
type SavedPanelProps = { id: string; onUse: (assumed: AssumedOnWire) => void; onRemoved: () => void }

/** A saved one: what was assumed, what it foresaw, and what has come since. */
export function WhatIfPanel({ id, onUse, onRemoved }: SavedPanelProps) {
  const { data, error, refetch } = useRead('GET /api/admin/what-ifs/:id', { params: { id } })
  const mayChange = useMayChange()
  const refresh = useRefresh()
  const { busy, submit } = useSubmission()
  if (!data) return error ? <LoadFailed again={refetch}>{error.message}</LoadFailed> : <Skeleton className="h-96" />
  const remove = () =>
    void submit(() => call('POST /api/remove-what-if/:id', { params: { id } }), {
      sending: false,
      success: null,
      done: () => {
        onRemoved()
        refresh()
      },
    })
  return (
    <div className="flex flex-col gap-4">
      <h3 className="text-17 wrap-anywhere">{data.name}</h3>
      <Assumed assumed={data.assumed} />
      <Compared saved={data} />
      <p className="text-13 text-ink-2">
        Foreseen from the books of {momentOf(data.as_of)}. Saved by {data.by.name}.
      </p>
      <Button size="medium" onClick={() => onUse(data.assumed)}>
        Assume this again
      </Button>
      {mayChange && (
        <Button variant="danger" size="medium" busy={busy} onClick={remove}>
          Remove
        </Button>
      )}
    </div>
  )
}

function Assumed({ assumed: { new_investments: made, withdrawn, run, returns } }: { assumed: AssumedOnWire }) {
  return (
    <FigureList
      figures={[
        {
          term: 'New investments',
          value: made
            ? `${made.count} a day of ${dollars(made.amount)} on ${made.plan.name}, ${days(made.duration)} at ${made.daily_roi}% a day`
            : 'None',
        },
        { term: 'Withdrawn when due', value: `${withdrawn}%` },
        { term: 'A run', value: run ? `${run.share}% on ${dateOf(run.day)}` : 'None' },
        { term: 'The reserve earns', value: `${dollars(returns)} in 30 days` },
      ]}
    />
  )
}

/** What was foreseen, dashed, and what came, solid, with gaps for days that were not kept. */
function Compared({ saved: { foreseen, came, unpaid_from } }: { saved: Saved }) {
  const [measure, setMeasure] = useState<Measure>('held')
  const kept = new Map(came.map((day) => [day.day, day]))
  // the days that have come, and as many again
  const last = foreseen.findIndex(({ day }) => day === came.at(-1)?.day)
  const span = Math.min(foreseen.length, Math.max(30, 2 * (last + 1)))
  const lines: Line[] = [
    { name: 'Foreseen', colour: 'var(--slate)', dash: '8 4', days: foreseen.map(drawn) },
    {
      name: 'What came',
      colour: 'var(--brand)',
      wide: true,
      // a day that was not kept leaves a gap
      days: foreseen.map(({ day }) => kept.get(day)).map((day) => (day ? drawn(day) : undefined)) as DayDrawn[],
    },
  ]
  return (
    <section aria-label="Compared with what came">
      <p role="status" className="pb-3 text-14">
        {came.length === 0
          ? 'No day since has ended yet: what came is shown from tomorrow on.'
          : `${came.length} ${came.length === 1 ? 'day has' : 'days have'} come since.`}
      </p>
      <Choices
        variant="segments"
        label="Show"
        choices={MEASURED}
        chosen={measure}
        onChoose={(value) => setMeasure(value as Measure)}
      />
      <ForecastChart
        label="What was foreseen, and what came"
        lines={lines}
        measure={measure}
        span={span}
        unpaidFrom={unpaid_from}
        chosen={(place) => {
          const [then, now] = [foreseen[place], kept.get(foreseen[place]?.day ?? '')]
          if (!then) return null
          return (
            <>
              <p className="font-semibold">At the end of {dateOf(then.day)}</p>
              <p className="text-ink-2">
                Foreseen: {dollars(then.custody)} held for {dollars(then.owed)} owed.{' '}
                {now ? `Came: ${dollars(now.custody)} held for ${dollars(now.owed)} owed.` : ''}
              </p>
            </>
          )
        }}
      />
      {came.length > 0 && (
        <AsTable
          label="Foreseen and came"
          tables={() => [
            {
              caption: 'Foreseen and came',
              head: ['Day', 'Held, foreseen', 'Held', 'Owed, foreseen', 'Owed', 'Reserve, foreseen', 'Reserve'],
              rows: came.map((day) => {
                const then = foreseen.find((one) => one.day === day.day)
                const both = (['custody', 'owed', 'reserve'] as const).flatMap((key) => [then?.[key], day[key]])
                return { name: dateOf(day.day), cells: both.map((amount) => (amount ? dollars(amount) : '–')) }
              }),
            },
          ]}
        />
      )}
    </section>
  )
}

function drawn({
  day,
  custody,
  owed,
  reserve,
}: {
  day: string
  custody: string
  owed: string
  reserve: string
}): DayDrawn {
  return { day, custody: fromWire(custody), owed: fromWire(owed), reserve: fromWire(reserve) }
}
