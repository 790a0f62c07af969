import { type Clock, HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { notify } from '#notifications/notify.ts'
import type { UserRow } from './find.ts'
import type { PauseReason } from './contract.ts'
import { NOT_REFUNDED, PAUSE_HOURS, pausedUntilWords, pausedWords, STOPPED } from './pause-rules.ts'
import { pauseRow } from './store.ts'

/**
 * Lets a user withdraw nothing for the next 24 hours: something was changed by which they are known, and it may have been
 * somebody else. A pause only becomes longer, and nobody ends one early. Told in the app; the caller, who holds the lock
 * on the user, says it in the mails of its own: in the sentence that is answered, undefined where there is no new pause.
 */
export async function pauseWithdrawals(
  tx: Tx,
  clock: Clock,
  userId: string,
  reason: PauseReason,
): Promise<string | undefined> {
  const until = await pauseRow(tx, userId, { until: new Date(clock.now().getTime() + PAUSE_HOURS * HOUR), reason })
  if (until === undefined) return undefined
  await notify(tx, clock, userId, 'identity', {
    ...{ icon: 'security', title: 'Withdrawals', bold_value: '' },
    ...{ status_text: `paused for ${PAUSE_HOURS} hours`, status_color: 'yellow' },
  })
  return pausedUntilWords(until)
}

/** Until when a user can withdraw nothing, and why; null if nothing is paused. */
export function pauseOf(
  user: Pick<UserRow, 'withdrawals_paused_until' | 'withdrawals_paused_for'>,
  now: Date,
): { until: Date; reason: PauseReason } | null {
  const { withdrawals_paused_until: until, withdrawals_paused_for: reason } = user
  return until === null || reason === null || until <= now ? null : { until, reason }
}

/** 409 while a user's withdrawals are paused. Their row is read under its lock. */
export function refusePaused(user: Parameters<typeof pauseOf>[0], now: Date): void {
  const pause = pauseOf(user, now)
  if (pause !== null) refuse('wrong state', pausedWords(pause.reason))
}

/**
 * 409 for whatever brings a withdrawal nearer to being paid whose owner has taken the account back, while that pauses
 * withdrawals: a thief may have asked for it. Their row is read under its lock.
 */
export function refuseStopped(user: Parameters<typeof pauseOf>[0], now: Date): void {
  const pause = pauseOf(user, now)
  if (pause?.reason === 'recovery') refuse('wrong state', STOPPED)
}

/** 409 for a refund of what is held for an investor, while their withdrawals are paused. Their row is read under its lock. */
export function refuseRefund(user: Parameters<typeof pauseOf>[0], now: Date): void {
  const pause = pauseOf(user, now)
  if (pause !== null) refuse('wrong state', NOT_REFUNDED)
}
