import type { Investment } from '#investments/contract.ts'
import type { Status } from '#kit/wire.ts'
import { fromWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { earnedBy, endOf } from '#investments/rules.ts'
import type { PlumbEvent } from '#ui/plumb-line.tsx'
import { dayOf, momentOf } from '#ui/times.ts'
import { termsOf } from './terms.ts'

type Act = Investment['history'][number]

const DAY = 86_400_000

/** What has happened to an investment, where it is now, and what is promised, on one line. */
export function eventsOf(investment: Investment, now: number): PlumbEvent[] {
  const past = investment.history.map((act): PlumbEvent => {
    return { title: titleOf(act, investment), detail: detailOf(act), aside: momentOf(act.at), state: 'done' }
  })
  return [...past, ...ahead(investment, now)]
}

/** Today and the day it comes back, while it runs; what is awaited before that. */
function ahead(investment: Investment, now: number): PlumbEvent[] {
  const { status, source, amount, ends_at, duration, expires_at } = investment
  const terms = termsOf(investment)
  if (status === 'pending' && expires_at) {
    return [{ title: 'Waiting for your payment', aside: `until ${momentOf(expires_at)}`, state: 'now' }]
  }
  if (status === 'waiting approval') return [{ title: 'Your payment is being checked', aside: 'Now', state: 'now' }]
  if (status !== 'approved' || !terms.began_at || !ends_at) return []
  const day = Math.min(Math.floor((now - terms.began_at.getTime()) / DAY) + 1, duration)
  return [
    { title: `Day ${day} of ${duration}`, aside: 'Today', state: 'now' },
    {
      title: source === 'bonus' ? 'Back to your bonus balance' : 'Back to your Earnings Wallet',
      detail: `${usd(amount)}, with ${showUsd(earnedBy(terms, endOf(terms.began_at, duration)))} earned by then`,
      aside: dayOf(ends_at),
      state: 'ahead',
    },
  ]
}

const reached: Record<Status, string> = {
  pending: 'Back to pending',
  'waiting approval': 'Marked as paid',
  approved: 'Approved, earning began',
  completed: 'Completed',
  declined: 'Declined',
}

function titleOf({ before, after, by }: Act, { source }: Investment): string {
  if (!before) return { payment: 'Created', bonus: 'Created from your bonus balance', reinvest: 'Reinvested' }[source]
  if (before.status === after.status) return 'Corrected'
  if (after.status === 'declined' && by === 'system') return 'Expired'
  return reached[after.status]
}

/** By whom, why, and what an edit has changed besides the state. */
function detailOf({ before, after, by, reason }: Act): string | undefined {
  const changes = before
    ? [
        ...(before.amount === after.amount ? [] : [`${usd(before.amount)} became ${usd(after.amount)}`]),
        ...(before.status === after.status && before.date !== after.date
          ? [`${momentOf(before.date)} became ${momentOf(after.date)}`]
          : []),
      ]
    : [usd(after.amount)]
  const who = { investor: 'by you', administrator: 'by an administrator', system: '' }[by]
  return [...changes, who, reason === 'expired' ? 'not paid in time' : (reason ?? '')].filter(Boolean).join(', ')
}

function usd(amount: string): string {
  return showUsd(fromWire(amount))
}
