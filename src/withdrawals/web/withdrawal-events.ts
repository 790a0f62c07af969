import { holdNow } from '#addresses/hold-rules.ts'
import * as waits from '#texts/withdrawal-conditions.ts'
import * as text from '#texts/withdrawal-detail.ts'
import { withGaps } from '#lists/web/left-out.tsx'
import { fromWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import type { PlumbEvent } from '#ui/plumb-line.tsx'
import { momentOf, wholeMomentOf } from '#ui/times.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'

type Act = Withdrawal['history'][number]

/** What has happened to a withdrawal, where it is now, and what is planned, on one line. */
export function eventsOf({ history, status, held }: Withdrawal, at: number): PlumbEvent[] {
  const past = withGaps(history, (act) => {
    return { title: titleOf(act), detail: detailOf(act), aside: momentOf(act.at), state: 'done' }
  })
  const paid: PlumbEvent = { title: text.onItsWay, state: 'ahead' }
  const hold = status === 'pending' ? holdNow(held, at) : null
  if (hold !== null) {
    const title = hold.until === null ? waits.confirmFirst : waits.heldUntil(momentOf(hold.until))
    const detail = hold.unconfirmed ? waits.confirmHow : waits.heldWhy
    return [...past, { title, detail, aside: text.now, state: 'now' }, { title: text.checkedNow, state: 'ahead' }, paid]
  }
  if (status === 'pending') {
    return [...past, { title: text.checkedNow, detail: text.checkedBy, aside: text.now, state: 'now' }, paid]
  }
  if (status === 'approved') return [...past, { title: text.nextToBePaid, aside: text.now, state: 'now' }, paid]
  return past
}

function titleOf({ before, after, by }: Act): string {
  if (!before) return text.created
  if (before.status === after.status || after.status === 'waiting approval') return text.corrected
  if (after.status === 'declined' && by === 'investor') return text.cancelled
  return text.reached[after.status]
}

/** By whom, why, and what has been changed besides the state. */
function detailOf(act: Act): string {
  const { before, after, by, reason } = act
  const changes = before
    ? [
        ...(before.amount === after.amount ? [] : [text.became(usd(before.amount), usd(after.amount))]),
        ...(before.date === after.date ? [] : [text.became(wholeMomentOf(before.date), wholeMomentOf(after.date))]),
        ...(before.txid === after.txid || after.txid === null ? [] : [text.noted(shorten(after.txid))]),
      ]
    : [usd(after.amount)]
  // that an investor has cancelled says the title
  const why = titleOf(act) === text.cancelled ? '' : (reason ?? '')
  return [...changes, text.by[by], why].filter(Boolean).join(', ')
}

/** A transaction id stands whole elsewhere. */
function shorten(txid: string): string {
  return txid.length <= 16 ? txid : `${txid.slice(0, 6)}…${txid.slice(-6)}`
}

function usd(amount: string): string {
  return showUsd(fromWire(amount))
}
