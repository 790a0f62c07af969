import type { KeptDay } from '#funds/books-contract.ts'
import { dollars } from '#money/show.ts'
import { backed, owesNothing } from '#texts/backed.ts'
import * as text from '#texts/books.ts'
import { AsTable, type ChartTable } from '#ui/chart-table.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { askDays, useAsked } from './calls.ts'
import { drawCoverage } from './coverage-picture.ts'

const HEIGHT = 96
/** For the scale, beside the picture: over it, it would cover what is drawn there. */
const SCALE_WIDTH = 40
/** Of the picture with what stands under it, so that nothing moves when it comes. */
const WHOLE_HEIGHT = 162

/** How much of what was owed was held at the end of each day, as it was kept then. */
export function CoverageByDay() {
  return (
    <div style={{ minHeight: WHOLE_HEIGHT }}>
      <KeptDays />
    </div>
  )
}

function KeptDays() {
  const { data, failed, again } = useAsked(askDays)
  if (failed) return <LoadFailed again={again} offline={text.offline} />
  if (data === undefined) return <Skeleton className="h-36 rounded-card" />
  const days = 'days' in data ? data.days : []
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || days.every(({ coverage }) => coverage === null))
    return (
      // in the place of the picture, which is kept free for it
      <p className="grid h-36 place-items-center rounded-card bg-sunken px-5 text-center text-14 text-ink-2">
        {first ? text.neverOwed : text.noHistory}
      </p>
    )
  return <Drawn days={days} first={first} last={last} />
}

const backedInWords = ({ coverage }: KeptDay) => (coverage === null ? owesNothing : backed(coverage))
const onDay = (kept: KeptDay) => text.onDay(text.dayOf(kept.day), backedInWords(kept))

function Drawn({ days, first, last }: { days: readonly KeptDay[]; first: KeptDay; last: KeptDay }) {
  const { lines, dots, whole, gaps, cut } = drawCoverage(days)
  const [from, to] = [text.dayOf(first.day), text.dayOf(last.day)]
  return (
    <>
      <div
        role="img"
        aria-label={text.historyLabel(days.length > 1 ? [onDay(first), onDay(last)] : [onDay(first)], gaps)}
        className="relative"
        style={{ paddingInlineStart: SCALE_WIDTH }}
      >
        <svg
          aria-hidden
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          width="100%"
          height={HEIGHT}
          style={{ overflow: 'visible' }}
        >
          <path
            d={`M0 ${whole}H100`}
            stroke="var(--line-strong)"
            strokeDasharray="3"
            vectorEffect="non-scaling-stroke"
          />
          {lines.map((points) => (
            <polyline
              key={points}
              points={points}
              fill="none"
              stroke="var(--brand)"
              strokeWidth="2"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {dots.map(({ x, y }) => (
            <path
              key={x}
              d={`M${x} ${y}h.01`}
              stroke="var(--brand)"
              strokeWidth="5"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        <span aria-hidden className="absolute text-12" style={{ insetInlineStart: 0, top: (whole / 100) * HEIGHT - 9 }}>
          {text.whole}
        </span>
      </div>
      <div
        aria-hidden
        className="flex justify-between pt-1 text-12 text-ink-3"
        style={{ paddingInlineStart: SCALE_WIDTH }}
      >
        <span>{from}</span>
        {cut && <span>{text.cut}</span>}
        {days.length > 1 && <span>{to}</span>}
      </div>
      <AsTable
        label={text.history}
        tables={() => [
          {
            caption: text.history,
            head: text.historyColumns,
            rows: days.toReversed().map(rowOf),
          },
        ]}
      />
    </>
  )
}

function rowOf(kept: KeptDay): ChartTable['rows'][number] {
  return {
    name: (
      <>
        {text.dayOf(kept.day)}
        {/* under its day: beside large amounts a phone has no room for it */}
        <span className="block text-ink-2">{backedInWords(kept)}</span>
      </>
    ),
    cells: [dollars(kept.custody), dollars(kept.owed)],
  }
}
