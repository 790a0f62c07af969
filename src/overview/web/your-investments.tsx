import { Link } from '@tanstack/react-router'
import * as text from '#texts/your-investments.ts'
import type { Investment } from '#investments/contract.ts'
import { earnedBy, endOf } from '#investments/rules.ts'
import { termsOf } from '#investments/web/terms.ts'
import { toWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { Hidden } from '#ui/hidden-amount.tsx'
import { Money } from '#ui/money.tsx'
import { useNow } from '#ui/now.ts'
import { ProgressRing } from '#ui/progress-ring.tsx'
import { amountClass, Rows } from '#ui/record-row.tsx'
import { useShown } from '#ui/shown-amounts.ts'
import { timeLeft } from '#ui/times.ts'

const MINUTE = 60_000
const MOST = 4

/** Those that run, the soonest back first, each on the ring of its days; nothing where none runs. */
export function YourInvestments({ investments, ahead }: { investments: readonly Investment[]; ahead: number }) {
  const now = useNow(MINUTE) + ahead
  const running = investments
    .filter(({ status, ends_at }) => status === 'approved' && ends_at !== null)
    .toSorted((a, b) => (a.ends_at ?? '').localeCompare(b.ends_at ?? ''))
  if (running.length === 0) return null
  return (
    <section aria-labelledby="your-investments">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="your-investments" className="text-17">
          {text.title}
        </h2>
        <Link to="/investment" search={{ tab: 'active' }} className="-my-3 py-3 text-14 font-medium text-brand">
          {running.length > MOST ? text.allOf(running.length) : text.all}
        </Link>
      </div>
      <Rows label={text.title}>
        {running.slice(0, MOST).map((investment) => (
          <Running key={investment.id} investment={investment} now={now} />
        ))}
      </Rows>
    </section>
  )
}

function Running({ investment, now }: { investment: Investment; now: number }) {
  const shown = useShown('investment')
  const terms = termsOf(investment)
  const began = terms.began_at ?? new Date(now)
  const end = endOf(began, terms.duration)
  const done = Math.min(1, Math.max(0, (now - began.getTime()) / (end.getTime() - began.getTime())))
  const percent = Math.floor(done * 100)
  return (
    <li className="relative flex max-xs:flex-wrap items-center gap-3.5 py-3.5">
      <div className="size-14 shrink-0">
        <ProgressRing parts={terms.duration} done={done} label={text.passed(percent)}>
          <span aria-hidden className="text-11 text-ink-2">
            {percent}%
          </span>
        </ProgressRing>
      </div>
      {/* the largest amounts go below a name that they would leave no room for */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3.5 max-xs:basis-2/3">
        <div className="min-w-0 flex-1 basis-40">
          <Link
            to="/investment"
            search={{ tab: 'active', panel: 'details', of: investment.id }}
            className="font-medium wrap-anywhere after:absolute after:inset-0 after:rounded-control"
          >
            {investment.plan.name}
          </Link>
          <p className="text-14 text-balance text-ink-2">
            {shown ? text.earned(showUsd(earnedBy(terms, new Date(now))), showUsd(earnedBy(terms, end))) : text.earning}
          </p>
        </div>
        <div className="ms-auto text-end">
          {shown ? (
            <Money amount={toWire(terms.amount)} className={amountClass} />
          ) : (
            <span className={amountClass}>
              <Hidden />
            </span>
          )}
          <p className="text-14 text-ink-2">
            {end.getTime() > now ? text.backIn(timeLeft(end.getTime(), now)) : text.anyMoment}
          </p>
        </div>
      </div>
    </li>
  )
}
