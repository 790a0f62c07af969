import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowUpRight, CalendarCheck, ChevronRight, Fingerprint, Hourglass, SearchCheck, Sprout } from 'lucide-react'
import type { ReactNode } from 'react'
import * as text from '#texts/next.ts'
import { useUser } from '#identity/web/session.ts'
import { call } from '#kyc/web/calls.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { Card } from '#ui/card.tsx'
import { useNow } from '#ui/now.ts'
import { createRead } from '#ui/read.ts'
import { useShown } from '#ui/shown-amounts.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { dayOf, momentOf } from '#ui/times.ts'
import { FirstSteps, paymentLink } from './first-steps.tsx'
import type { Overview } from './reads.ts'
import { firstSteps, isNew, type NextMatter, type OwnRecords, whatIsNext } from './what-is-next.ts'

const useRead = createRead(call)
const MINUTE = 60_000

type Row = {
  icon: typeof Sprout
  title: string
  line: string
  link: Pick<LinkProps, 'to' | 'search'>
  /** It waits for the investor. */
  urgent?: boolean
}

/** What is being checked, what is on its way and what comes next; for somebody new, the first steps. */
export function Next({ histories }: { histories: NonNullable<Overview['histories']> }) {
  const rows = useRows(histories)
  return isNew(histories) ? <NewInvestor records={histories} rows={rows} /> : <Rows rows={rows} />
}

/** Amounts are hidden with the card of the wallet that they come from or go to; what is still to be paid never is. */
function useRows(records: OwnRecords): Row[] {
  const shown = { earnings: useShown('earnings'), investment: useShown('investment') }
  return whatIsNext(records, useNow(MINUTE)).map((matter) => rowOf(matter, shown))
}

function NewInvestor({ records, rows }: { records: OwnRecords; rows: readonly Row[] }) {
  const user = useUser()
  const { data: check, error } = useRead('GET /api/kyc')
  if (!check && !error) return <Skeleton className="h-36 rounded-card" />
  if (!check) return <Rows rows={rows} />
  const steps = firstSteps(records, { ...check, state: user?.kyc ?? check.state })
  const first = { steps, records }
  const identity = steps.some(({ name, state }) => name === 'identity' && state === 'now')
  const asked = identity ? identityRow(user?.kyc ?? check.state) : null
  return (
    <Rows rows={asked ? [asked, ...rows.filter(({ link }) => link.to !== '/invest')] : rows}>
      <FirstSteps {...first} />
    </Rows>
  )
}

function Rows({ rows, children }: { rows: readonly Row[]; children?: ReactNode }) {
  return (
    <section aria-label={text.title}>
      {/* as high as what stood for it; a single line takes all of that */}
      <Card className="flex min-h-36 flex-col overflow-clip">
        {children}
        <ul className="flex flex-1 flex-col divide-y divide-line">
          {rows.map(({ icon: Icon, title, line, link, urgent }) => (
            <li key={title} className="flex flex-1">
              <Link
                {...link}
                className={`pressable flex min-h-18 flex-1 items-center gap-3.5 px-4 py-3 ${urgent ? 'bg-pending-wash text-pending' : ''}`}
              >
                <Icon className={`size-5 shrink-0 ${urgent ? '' : 'text-brand'}`} aria-hidden />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{title}</span>
                  <span className={`block text-14 text-balance ${urgent ? '' : 'text-ink-2'}`}>{line}</span>
                </span>
                <ChevronRight className="size-5 shrink-0 rtl:-scale-x-100" aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

function rowOf(matter: NextMatter, shown: Readonly<Record<'earnings' | 'investment', boolean>>): Row {
  const usdOf = (wallet: keyof typeof shown, amount: MicroUsd) => (shown[wallet] ? showUsd(amount) : null)
  switch (matter.kind) {
    case 'unpaid': {
      const { count, newest, amount } = matter
      const until = newest.expires_at && momentOf(newest.expires_at)
      return {
        ...{ icon: Hourglass, title: text.unpaid(count), line: text.pay(showUsd(amount), until), urgent: true },
        link: paymentLink(newest),
      }
    }
    case 'checked': {
      const { count, amount } = matter
      const line = count === 1 ? text.untilApproved : text.checkedCount(count)
      return {
        icon: SearchCheck,
        title: text.beingChecked(usdOf('investment', amount)),
        line,
        link: investments('pending'),
      }
    }
    case 'held':
    case 'asked':
    case 'leaving': {
      const { kind, count, amount } = matter
      const { title } = text.withdrawals[kind]
      const line = kind === 'held' ? text.heldLine(matter.until && momentOf(matter.until)) : text.withdrawals[kind].line
      const link = { to: '/withdrawal', search: kind === 'leaving' ? { tab: 'approved' } : {} } as const
      const below = count > 1 ? text.withdrawalCount(count) : line
      return { icon: ArrowUpRight, title: title(usdOf('earnings', amount), count), line: below, link }
    }
    case 'comes back': {
      const { amount, until, bonus } = matter
      const line = (bonus ? text.toBonus : text.toEarnings)(dayOf(until))
      return {
        icon: CalendarCheck,
        title: text.plannedBack(usdOf('investment', amount)),
        line,
        link: investments('active'),
      }
    }
    case 'running': {
      const { count, amount } = matter
      return {
        ...{ icon: Sprout, title: text.running(count), line: text.inPlans(usdOf('investment', amount)) },
        link: investments('active'),
      }
    }
    case 'nothing':
      return { icon: Sprout, title: text.choose, line: text.plans, link: { to: '/invest' } }
  }
}

function identityRow(state: string): Row {
  const words = state === 'submitted' || state === 'rejected' ? text.identity[state] : text.identity.none
  return { icon: Fingerprint, ...words, link: { to: '/kyc' } }
}

function investments(tab: string): Row['link'] {
  return { to: '/investment', search: { tab } }
}
