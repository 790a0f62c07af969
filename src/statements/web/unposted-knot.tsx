import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import * as text from '#texts/story.ts'
import { fromWire, ZERO } from '#money/micro-usd.ts'
import { Money } from '#ui/money.tsx'
import { KnotRow } from './knot-row.tsx'

/** What has been earned up to this second and will be posted next; nothing if there is none. */
export function UnpostedKnot({ unposted, ...row }: { unposted: string; open: boolean; onToggle: () => void }) {
  if (fromWire(unposted) === ZERO) return null
  return (
    <KnotRow
      now
      title={text.earningNow}
      detail={text.untilNow}
      amount={<Money amount={unposted} signed className="text-up" />}
      {...row}
    >
      <p className="text-14 text-ink-2">{text.notPosted}</p>
      <Link
        to="."
        search={{ panel: 'story', of: 'profit' }}
        state
        replace
        className="-my-2 flex min-h-11 items-center gap-1 self-start rounded-control font-semibold text-brand"
      >
        {text.seeCounter}
        <ChevronRight className="size-4 rtl:-scale-x-100" aria-hidden />
      </Link>
    </KnotRow>
  )
}
