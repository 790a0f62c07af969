import type { Investment } from '#investments/contract.ts'
import { events as text } from '#texts/investment-detail.ts'
import { fromWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { awaitsPayment, earnedBy, endOf, isWaiting } from '#investments/rules.ts'
import { withGaps } from '#lists/web/left-out.tsx'
import { CANCELLED, EXPIRED, LEFT_EARLY } from '#kit/cancelled-rules.ts'
import type { PlumbEvent } from '#ui/plumb-line.tsx'
import { momentOf, wholeMomentOf } from '#ui/times.ts'
import { choosesEnd, onlyNames } from './only-names.ts'
import { termsOf } from './terms.ts'

type Act = Investment['history'][number]

const DAY = 86_400_000

/** What has happened to an investment, where it is now, and what is planned, on one line. */
export function eventsOf(investment: Investment, now: number): PlumbEvent[] {
  const past = withGaps(investment.history, (act) => {
    return { title: titleOf(act, investment), detail: detailOf(act), aside: momentOf(act.at), state: 'done' }
  })
  return [...past, ...ahead(investment, now)]
}

/** Today and the day it comes back, while it runs; what is awaited before that. */
function ahead(investment: Investment, now: number): PlumbEvent[] {
  const { status, source, amount, ends_at, duration, expires_at, at_end } = investment
  const terms = termsOf(investment)
  if (status === 'pending' && expires_at) {
    return [{ title: text.waiting, aside: text.until(momentOf(expires_at)), state: 'now' }]
  }
  if (isWaiting(status)) {
    return [{ title: awaitsPayment(investment) ? text.checking : text.waitsForApproval, aside: text.now, state: 'now' }]
  }
  if (status !== 'approved' || !terms.began_at || !ends_at) return []
  const day = Math.min(Math.floor((now - terms.began_at.getTime()) / DAY) + 1, duration)
  return [
    { title: text.day(day, duration), aside: text.today, state: 'now' },
    {
      title:
        at_end === 'to wallet' ? (source === 'bonus' ? text.backToBonus : text.backToEarnings) : text.atEnd[at_end],
      detail: text.withEarned(usd(amount), showUsd(earnedBy(terms, endOf(terms.began_at, duration)))),
      aside: momentOf(ends_at),
      state: 'ahead',
    },
  ]
}

function titleOf({ before, after, by, reason }: Act, { source, reinvested }: Investment): string {
  if (!before) return by === 'system' ? text.madeAtEnd : text.created[source]
  if (choosesEnd(before, after)) return text.choseEnd
  if (after.refund) return text.refunded(usd(after.refund.amount))
  if (before.status === after.status && before.amount === after.amount && before.held !== after.held)
    return text.put[heldLess(before, after) ? 'toUse' : 'back']
  if (onlyNames(before, after)) return text.txid[after.txid === undefined ? 'removed' : 'changed']
  if (before.status === after.status) return text.corrected
  if (after.status === 'declined' && by === 'system') return text.expired
  if (isLeft({ after, reason })) return text.left
  if (after.status === 'declined' && by === 'investor') return text.cancelled
  // an administrator's edit: nobody has said that it is paid
  if (after.status === 'waiting approval' && by !== 'investor') return text.waitsForApproval
  // the reason is why it was not reinvested by itself
  if (after.status === 'completed' && after.at_end !== undefined && reinvested && reason === null)
    return text.completedAgain
  return text.reached[after.status]
}

/** By whom, why, and what an edit has changed besides the state. */
function detailOf({ before, after, by, reason }: Act): string | undefined {
  const changes = before
    ? [
        ...(before.amount === after.amount ? [] : [text.became(usd(before.amount), usd(after.amount))]),
        ...(before.status === after.status && before.date !== after.date
          ? [text.became(wholeMomentOf(before.date), wholeMomentOf(after.date))]
          : []),
      ]
    : [usd(after.amount)]
  if (after.held !== undefined && after.held !== before?.held) changes.push(text.held(usd(after.held)))
  if (before && choosesEnd(before, after)) changes.push(text.toBe[after.at_end ?? 'to wallet'])
  if (after.refund?.address) changes.push(text.to(after.refund.address))
  if (after.refund?.txid) changes.push(text.transaction(after.refund.txid))
  if (after.txid !== undefined && after.txid !== before?.txid) changes.push(text.transaction(after.txid))
  const isExpired = reason === EXPIRED && by === 'system'
  // the title says that an investor has cancelled, or left
  const isSaid = (reason === CANCELLED && by === 'investor') || isLeft({ after, reason })
  const why = isExpired ? text.notPaidInTime : isSaid ? null : reason
  return [...changes, ...(by === 'system' ? [] : [text.by[by]]), ...(why ? [why] : [])].join(', ')
}

/** It was left before its end: its title says so. */
function isLeft({ after, reason }: Pick<Act, 'after' | 'reason'>): boolean {
  return after.status === 'completed' && reason === LEFT_EARLY
}

function heldLess(before: Act['after'], after: Act['after']): boolean {
  return fromWire(after.held ?? '0.00') < fromWire(before.held ?? '0.00')
}

function usd(amount: string): string {
  return showUsd(fromWire(amount))
}
