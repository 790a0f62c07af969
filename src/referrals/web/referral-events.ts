import * as text from '#texts/referral-detail.ts'
import { withGaps } from '#lists/web/left-out.tsx'
import { fromWire } from '#money/micro-usd.ts'
import { showUsdExact } from '#money/show.ts'
import type { Referral } from '#referrals/contract.ts'
import type { PlumbEvent } from '#ui/plumb-line.tsx'
import { momentOf } from '#ui/times.ts'

type Act = Referral['history'][number]

/** What has happened to a referral, where it is now, and what is planned, on one line. */
export function eventsOf({ history, status }: Referral): PlumbEvent[] {
  const past = withGaps(history, (act) => {
    return { title: titleOf(act), detail: detailOf(act), aside: momentOf(act.at), state: 'done' }
  })
  if (status !== 'pending') return past
  return [
    ...past,
    { title: text.checkedNow, aside: text.now, state: 'now' },
    { title: text.thenCredited, state: 'ahead' },
  ]
}

/** Whether a referral is only held, because its investment is out of approved, and not declined by somebody. */
export function isHeld({ history }: Pick<Referral, 'history'>): boolean {
  return (history.at(-1)?.after.held_status ?? null) !== null
}

function titleOf({ before, after }: Act): string {
  if (!before) return text.made
  if (before.status === after.status || after.status === 'waiting approval') return text.corrected
  return after.held_status === null ? text.reached[after.status] : text.heldNow
}

/** By whom, why, and what has become of the amount. */
function detailOf({ before, after, by, reason }: Act): string {
  const changes = before
    ? before.amount === after.amount
      ? []
      : [text.became(usd(before.amount), usd(after.amount))]
    : [usd(after.amount)]
  return [...changes, text.by[by], reason ?? ''].filter(Boolean).join(', ')
}

function usd(amount: string): string {
  return showUsdExact(fromWire(amount))
}
