import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import type { Investment } from '#investments/contract.ts'
import { toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import * as text from '#texts/coming.ts'
import { Button } from '#ui/button.tsx'
import { keepFile } from '#ui/download.ts'
import { Money } from '#ui/money.tsx'
import { dayOf, momentOf } from '#ui/times.ts'
import { calendarFile } from './calendar-file.ts'
import { comingOf, cornersOf, type Coming } from './coming.ts'
import type { InWallets } from './withdrawable.ts'

type ComingPanelProps = {
  inWallets: InWallets
  investments: readonly Investment[]
  /** By the server's clock, milliseconds since 1970. */
  now: number
}

/** What can be withdrawn today, and the rest by date: as a picture, as a list, and for a calendar. */
export function ComingPanel({ inWallets, investments, now }: ComingPanelProps) {
  const { today, dates } = comingOf(inWallets, investments, now)
  return (
    <div className="flex flex-col gap-5">
      <Picture today={today} dates={dates} now={now} />
      <ol aria-label={text.list} className="flex flex-col gap-3">
        <li className="flex items-baseline justify-between gap-3 rounded-tile bg-sunken p-4">
          <span className="font-semibold">{text.today}</span>
          <Money amount={toWire(today)} className="font-semibold" />
        </li>
        {dates.map((coming, place) => (
          <DateOf key={coming.at} coming={coming} first={place === 0} />
        ))}
      </ol>
      {dates.length === 0 ? (
        <p className="text-ink-2">{text.nothing}</p>
      ) : (
        <Button variant="secondary" className="w-full flex-col gap-0!" onClick={() => keepDates(dates, now)}>
          <span className="flex items-center gap-2">
            <CalendarPlus aria-hidden size={18} />
            {text.keep}
          </span>
          <span className="text-13 font-normal">{text.keepLine}</span>
        </Button>
      )}
    </div>
  )
}

/** What ends on a date, what it brings, and what can be withdrawn then. */
function DateOf({ coming: { at, ends, earned, after }, first }: { coming: Coming; first: boolean }) {
  return (
    <li className="rounded-tile bg-sunken p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{momentOf(at)}</span>
        <Money amount={toWire(after)} className="font-semibold" />
      </div>
      <p className="text-end text-13 text-ink-2">{text.canBeWithdrawn}</p>
      <ul className="mt-1 text-14">
        {ends.map(({ id, plan, ...end }) => (
          <li key={id} className="min-w-0 wrap-anywhere">
            <Link
              to="/investment"
              search={{ tab: 'active', panel: 'details', of: id }}
              className="inline-block min-h-6 underline decoration-current/45 underline-offset-4"
            >
              {text.ends(plan)}
            </Link>
            <span className="block text-ink-2">{becomesOf(end)}</span>
          </li>
        ))}
        {earned > ZERO && <li className="text-ink-2">{(first ? text.earned : text.earnedSince)(showUsd(earned))}</li>}
      </ul>
    </li>
  )
}

/** What becomes of one: it comes back, or is invested again. */
function becomesOf({ back, toBonus, again, earnedAgain }: Omit<Coming['ends'][number], 'id' | 'plan'>): string {
  if (earnedAgain > ZERO) return text.againWithEarnings(showUsd(again), showUsd(earnedAgain))
  if (again > ZERO) return text.again(showUsd(again))
  return (toBonus ? text.backToBonus : text.back)(showUsd(back))
}

type PictureProps = { today: MicroUsd; dates: readonly Coming[]; now: number }

/** What can be withdrawn over time; hatched, as all that is promised. */
function Picture({ today, dates, now }: PictureProps) {
  const last = dates.at(-1)
  if (last === undefined) return null
  const corners = cornersOf(today, dates, now)
  const shape = [{ x: 0, y: 100 }, ...corners, { x: 100, y: 100 }].map(({ x, y }) => `${x}% ${y}%`).join(', ')
  return (
    <div role="img" aria-label={text.grows(showUsd(today), showUsd(last.after), dayOf(last.at))}>
      <div className="border-b border-line-strong" style={{ height: 96 }}>
        <div className="hatched h-full text-brand" style={{ clipPath: `polygon(${shape})` }} />
      </div>
      <div className="mt-1 flex justify-between text-13 text-ink-2">
        <span>{text.today}</span>
        <span>{dayOf(last.at)}</span>
      </div>
    </div>
  )
}

/** The dates as a file for calendars, one event for each investment that ends. */
function keepDates(dates: readonly Coming[], now: number): void {
  const events = dates.flatMap(({ at, ends, after }) =>
    ends.map(({ id, plan, ...end }) => ({
      ...{ id, at },
      title: text.event(plan, becomesOf(end)),
      text: text.eventText(showUsd(after), momentOf(now)),
    })),
  )
  keepFile(new Blob([calendarFile(events, now)], { type: 'text/calendar' }), text.fileName)
}
