import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Card } from '#ui/card.tsx'
import { ScreenHead } from '#ui/screen-head.tsx'

/** Prices. There is no source of them yet, and none are made up. */
export function MarketScreen() {
  return (
    <>
      <ScreenHead title="Market" />
      <Card>
        <EmptyState
          next={
            <Link to="/invest" className={buttonClass('secondary', 'medium')}>
              Look at the plans
            </Link>
          }
        >
          No price source is connected yet. Prices will stand here as soon as there is one; none are made up until then.
        </EmptyState>
      </Card>
    </>
  )
}
