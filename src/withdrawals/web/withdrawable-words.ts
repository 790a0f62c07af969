import * as text from '#texts/withdrawable.ts'
import { wholeCents, ZERO } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { dayOf } from '#ui/times.ts'
import type { Held, Withdrawable } from './withdrawable.ts'

/** What can be withdrawn now, in a sentence whose parts add up to the cent. */
export function answerOf({ earned, referral, now, held }: Withdrawable, obstacle: text.Obstacle | null): string {
  if (now === ZERO) return held.length === 0 ? text.nothingAtAll : text.nothing
  const total = showUsd(now)
  if (wholeCents(referral) === ZERO) return text.allFromEarnings(total, obstacle)
  if (wholeCents(earned) === ZERO) return text.allFromReferrals(total, obstacle)
  return text.both(total, obstacle, showUsd(earned), showUsd(referral))
}

/** What is held, and why and until when. */
export function wordsFor(held: Held): { title: string; why: string } {
  switch (held.kind) {
    case 'asked':
      return { title: text.askedOn(dayOf(held.at)), why: held.toBePaid ? text.toBePaid : text.beingChecked }
    case 'more asked':
      return { title: text.moreAsked(held.count), why: text.untilPaid }
    case 'withdrawing':
      return { title: text.openWithdrawals, why: text.untilPaid }
    case 'running': {
      const day = dayOf(held.until)
      return { title: held.plan, why: (held.bonus ? text.endsToBonus : text.ends)(day) }
    }
    case 'more running':
      return { title: text.moreRunning(held.count), why: text.lastEnds(dayOf(held.until)) }
    case 'invested':
      return { title: text.invested, why: text.atTheEnd }
    case 'bonus':
      return { title: text.bonus, why: text.notWithdrawn }
  }
}
