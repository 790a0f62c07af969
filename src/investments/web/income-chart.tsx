import * as text from '#texts/invest-form.ts'
import { toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { percentFromWire } from '#money/percent.ts'
import { drawnSize, showUsdExact } from '#money/show.ts'
import { BarChart } from '#ui/bar-chart.tsx'
import { AsTable } from '#ui/chart-table.tsx'
import { ExactMoney } from '#ui/exact-money.tsx'
import { useNow } from '#ui/now.ts'
import { dayOf } from '#ui/times.ts'
import { incomeOf, type IncomeDay } from '#investments/income-rules.ts'

/** Of more days each bar stands for the last of several. */
const MOST_BARS = 31
const MINUTE = 60_000

type IncomeChartProps = {
  amount: MicroUsd
  /** Percent, as the wire writes it. */
  dailyRoi: string
  /** Whole days. */
  duration: number
  /** The principal goes back to the bonus balance. */
  fromBonus: boolean
}

/** What an investment would earn by the end of each day, hatched because it is planned, and what comes back when. */
export function IncomeChart({ amount, dailyRoi, duration, fromBonus }: IncomeChartProps) {
  const now = useNow(MINUTE)
  const days = incomeOf({ amount, rate: percentFromWire(dailyRoi), duration }, new Date(now))
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return null
  const end = (day: IncomeDay) => dayOf(day.until.getTime())
  return (
    <section aria-label={text.incomeByDay} className="rounded-tile border border-line p-4">
      <h3 className="pb-3 text-14 font-normal text-ink-2">{text.incomeByDay}</h3>
      <BarChart
        label={text.income(showUsdExact(first.earned), showUsdExact(last.soFar), days.length)}
        bars={spread(days).map(({ soFar }) => [{ size: drawnSize(soFar), colour: 'var(--up)', hatched: true }])}
        foot={[end(first), days.length > 1 && text.backOn(showUsdExact(last.back), end(last))]}
      />
      <AsTable
        label={text.incomeByDay}
        tables={() => [
          {
            caption: text.incomeByDay,
            head: text.incomeColumns,
            rows: days.map((day) => ({
              name: end(day),
              cells: [exact(day.earned), exact(day.soFar), day.back === ZERO ? '–' : showUsdExact(day.back)],
            })),
          },
        ]}
      />
      <p className="text-12 text-ink-2">{text.planned(fromBonus)}</p>
    </section>
  )
}

/** Each line is the one before it and one day more. */
const exact = (amount: MicroUsd) => <ExactMoney amount={toWire(amount)} />

/** The days that the bars stand for, the last one among them. */
function spread(days: readonly IncomeDay[]): IncomeDay[] {
  const count = Math.min(days.length, MOST_BARS)
  return Array.from({ length: count }, (_, bar) => days[Math.round(((bar + 1) * days.length) / count) - 1]).filter(
    (day) => day !== undefined,
  )
}
