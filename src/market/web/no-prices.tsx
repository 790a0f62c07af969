import { Link } from '@tanstack/react-router'
import * as text from '#texts/market.ts'
import { buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Market } from './calls.ts'

/** Says that there are no prices and why, and never makes one up. */
export function NoPrices({ market: { symbols, sources } }: { market: Market }) {
  const names = sources.map(({ name }) => name)
  const silent = sources.filter(({ answered_at }) => answered_at === null).map(({ name }) => name)
  return (
    <Card>
      <EmptyState
        next={
          <Link to="/invest" className={buttonClass('secondary', 'medium')}>
            {text.lookAtPlans}
          </Link>
        }
      >
        <b className="mb-2 block text-17 text-ink">{text.noneYet}</b>
        {symbols.length === 0 ? text.switchedOff : text.noneAgreed(names)}
        {symbols.length > 0 && silent.length > 0 && ` ${text.neverAnswered(silent)}`}
      </EmptyState>
    </Card>
  )
}
