import { useState, type CSSProperties, type ReactNode } from 'react'
import { LOCALE } from '#texts/locale.ts'
import { fromWire, sum, toWire, ZERO } from '#money/micro-usd.ts'
import { Card } from '#ui/card.tsx'
import { AsTable, type ChartTable } from '#ui/chart-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { dayOf } from '#ui/times.ts'
import { compact, DayChart } from '#desk/day-chart.tsx'
import { FigureLink } from './figure-link.tsx'
import { flowOf, barHeights, roundBelow, startOf, type DaysAhead, type FlowBar } from './flow.ts'
import { LookAhead } from './look-ahead.tsx'
import type { PlatformFigures } from '#figures/contract.ts'
import { dollars } from '#money/show.ts'

const shortDay = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' })
const longDay = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', month: 'short', day: 'numeric' })
/** What stands side by side as long as it has room. */
const roomy = 'flex flex-auto flex-wrap gap-x-5'
const short = (day: string) => shortDay.format(new Date(startOf(day)))

type FlowProps = { figures: PlatformFigures; onOpen: (figure: string) => void }

/** What came in and went out day by day, solid, and what ends from today on, hatched. */
export function Flow({ figures, onOpen }: FlowProps) {
  const { money, due, zone } = figures
  const [ahead, setAhead] = useState<DaysAhead>(30)
  const bars = flowOf(figures, ahead)
  const today = money.days.length - 1
  const [place, setPlace] = useState(today)
  const chosen = bars[place]
  const still = bars.every(
    (bar) => bar.kind === 'gone' && bar.in === '0.00' && bar.out === '0.00' && bar.ownIn === '0.00',
  )
  const nothing =
    still || (due.in_90_days.count === 0 && barHeights(bars).every(({ up, down }) => up === 0 && down === 0))
  return (
    <Card className="px-5 pt-4 pb-3">
      <h2 className="sr-only">Money in and out</h2>
      {/* two and two where four have no room beside one another, one and one where two have none */}
      <div className={`${roomy} gap-y-1`}>
        <dl className={roomy}>
          <Total colour="bg-brand" term="In, 30 days" amount={money.in_30_days} onClick={() => onOpen('in 30')} />
          <Total colour="bg-slate" term="Out, 30 days" amount={money.out_30_days} onClick={() => onOpen('out 30')} />
        </dl>
        <dl className={roomy}>
          <Total hatched term="Ending in 30 days" amount={together(due.in_30_days)} onClick={() => onOpen('due 30')} />
          <Total hatched term="Ending in 90 days" amount={together(due.in_90_days)} onClick={() => onOpen('due 90')} />
        </dl>
      </div>
      {nothing ? (
        <EmptyState>No money moved in the last 30 days, and no investment ends in the next 90.</EmptyState>
      ) : (
        <>
          <Chart bars={bars} today={today} place={place} onPlace={setPlace} />
          <div className="flex flex-wrap items-end justify-between gap-x-5 gap-y-2 pt-2">
            <div className="min-h-18 min-w-0 flex-1 text-14 max-xs:basis-full">
              {chosen && <Chosen bar={chosen} onOpen={onOpen} />}
            </div>
            <LookAhead ahead={ahead} onChoose={setAhead} />
          </div>
        </>
      )}
      <p className="pt-2 text-13 text-ink-2">
        In all {dollars(money.in)} has come in for investments and {dollars(money.out)} has been paid out. Our own
        money, {dollars(money.own_in)} in and {dollars(money.own_out)} out, is not included. Ending is the principal of
        the investments that end by then, promotional credit too, and what they will still earn. Days are those of{' '}
        {zone}.
      </p>
      <AsTable label="Money in and out" tables={() => tablesOf(figures)} />
    </Card>
  )
}

function tablesOf({ money, due }: PlatformFigures): ChartTable[] {
  return [
    {
      caption: 'The last 30 days',
      head: ['Day', 'In', 'Out', 'Our own in', 'Our own out'],
      rows: money.days.map((day) => ({
        name: short(day.day),
        cells: [day.in, day.out, day.own_in, day.own_out].map(dollars),
      })),
    },
    {
      caption: 'Today and the next 90 days',
      head: ['Day', 'Investments', 'Principal', 'Still to earn'],
      rows: due.days.map((day) => ({
        name: short(day.day),
        cells: [day.count, dollars(day.principal), dollars(day.to_earn)],
      })),
    },
  ]
}

function together({ principal, to_earn }: PlatformFigures['due']['in_30_days']): string {
  return toWire(sum([fromWire(principal), fromWire(to_earn)]))
}

type TotalProps = { colour?: string; hatched?: boolean; term: string; amount: string; onClick: () => void }

function Total({ colour = '', hatched = false, term, amount, onClick }: TotalProps) {
  return (
    <div className="flex-1">
      <dt className="flex items-center gap-2 text-13 text-ink-2 xs:whitespace-nowrap">
        <span
          aria-hidden
          className={`size-2.5 rounded-full ${hatched ? 'hatched' : colour}`}
          style={{ color: 'var(--slate)' }}
        />
        {term}
      </dt>
      <dd>
        <FigureLink amount={amount} label={term} onClick={onClick} className="text-17 tracking-tight lg:text-22" />
      </dd>
    </div>
  )
}

type ChartProps = { bars: readonly FlowBar[]; today: number; place: number; onPlace: (place: number) => void }

/** The bars, from day to day. */
function Chart({ bars, today, place, onPlace }: ChartProps) {
  const heights = barHeights(bars)
  const tallest = heights[0]?.tallest ?? 1
  const line = roundBelow(tallest)
  const part = `${(50 * line) / tallest}%`
  return (
    <div className="pt-3">
      <DayChart
        scale={
          <>
            <Round dollars={line} style={{ bottom: `calc(50% + ${part})` }} />
            <Round dollars={line} style={{ top: `calc(50% + ${part})` }} />
          </>
        }
        count={bars.length}
        place={place}
        inWords={bars[place] && wordsOf(bars[place])}
        onPlace={onPlace}
        marks={[0, Math.floor(today / 2), today, today + 15, bars.length - 1].map(
          (at) => bars[at] && short(bars[at].day),
        )}
      >
        <div
          aria-hidden
          className="absolute inset-x-0 border-t border-line"
          style={{ bottom: `calc(50% + ${part})` }}
        />
        <div aria-hidden className="absolute inset-x-0 border-t border-line" style={{ top: `calc(50% + ${part})` }} />
        <div aria-hidden className="flex h-full" style={{ gap: 1 }}>
          {bars.map((bar, at) => (
            <div
              key={`${bar.kind} ${bar.day}`}
              className={`flex min-w-0 flex-1 flex-col ${at === place ? 'rounded-control bg-sunken' : ''}`}
            >
              <div className="flex flex-1 items-end border-b border-line-strong">
                <div className="w-full bg-brand" style={{ height: `${heights[at]?.up ?? 0}%` }} />
              </div>
              <div className="flex-1">
                <div
                  className={bar.kind === 'gone' ? 'w-full bg-slate' : 'hatched w-full'}
                  style={{ height: `${heights[at]?.down ?? 0}%`, color: 'var(--slate)' }}
                />
              </div>
            </div>
          ))}
        </div>
        <div
          aria-hidden
          className="absolute inset-y-0 border-s"
          style={{ insetInlineStart: `${(100 * (today + 1)) / bars.length}%` }}
        >
          <span className="absolute ps-1 text-12 font-semibold">Today</span>
          <svg viewBox="0 0 12 10" width="12" className="absolute" style={{ insetInlineStart: -6.5, bottom: -8 }}>
            <path d="M0 0h12L6 10z" fill="var(--seal)" />
          </svg>
        </div>
      </DayChart>
    </div>
  )
}

/** What a line across the chart stands for. */
function Round({ dollars: amount, style }: { dollars: number; style: CSSProperties }) {
  return (
    <span className="absolute" style={style}>
      {compact.format(amount)}
    </span>
  )
}

/** The chosen day in words, each figure opening what is behind it. */
function Chosen({ bar, onOpen }: { bar: FlowBar; onOpen: (figure: string) => void }) {
  if (bar.kind === 'coming') {
    const days = bar.day === bar.last ? '' : ' 3'
    return (
      <>
        <p className="font-semibold">{titleOf(bar)}</p>
        <div className="flex flex-wrap items-center gap-x-5">
          <Named name={`Ending, ${bar.count} ${bar.count === 1 ? 'investment' : 'investments'}`}>
            <FigureLink
              amount={together({ count: 0, principal: bar.principal, to_earn: bar.toEarn })}
              label={`Ending on ${titleOf(bar)}`}
              onClick={() => onOpen(`due ${bar.day}${days}`)}
            />
          </Named>
          {bar.count > 0 && (
            <span className="text-13 text-ink-2">
              {dollars(bar.principal)} principal, {dollars(bar.toEarn)} still to earn
            </span>
          )}
        </div>
      </>
    )
  }
  const own = fromWire(bar.ownIn) !== ZERO || fromWire(bar.ownOut) !== ZERO
  return (
    <>
      <p className="font-semibold">{titleOf(bar)}</p>
      <div className="flex flex-wrap items-center gap-x-5">
        <Named name="In">
          <FigureLink amount={bar.in} label={`In on ${titleOf(bar)}`} onClick={() => onOpen(`in ${bar.day}`)} />
        </Named>
        <Named name="Out">
          <FigureLink amount={bar.out} label={`Out on ${titleOf(bar)}`} onClick={() => onOpen(`out ${bar.day}`)} />
        </Named>
        {own && (
          <span className="text-13 text-ink-2">
            our own: {dollars(bar.ownIn)} in, {dollars(bar.ownOut)} out
          </span>
        )}
      </div>
    </>
  )
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-2">
      <span className="text-ink-2">{name}</span>
      {children}
    </span>
  )
}

function titleOf(bar: FlowBar): string {
  const day = longDay.format(new Date(startOf(bar.day)))
  if (bar.kind === 'gone' || bar.day === bar.last) return day
  return `${short(bar.day)} to ${dayOf(startOf(bar.last))}`
}

function wordsOf(bar: FlowBar): string {
  if (bar.kind === 'gone') return `${titleOf(bar)}: ${dollars(bar.in)} in, ${dollars(bar.out)} out`
  return `${titleOf(bar)}: ${dollars(bar.principal)} principal ends, ${dollars(bar.toEarn)} still to earn`
}
