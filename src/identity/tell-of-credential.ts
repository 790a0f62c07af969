import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { notify } from '#notifications/notify.ts'
import type { Notice } from '#notifications/notice.ts'

/** Tells a user that something of the way they sign in, or of what they may do, has changed. */
export async function tellOfCredential(
  tx: Tx,
  clock: Clock,
  userId: string,
  what: Pick<Notice, 'status_text' | 'status_color'> & Partial<Pick<Notice, 'title' | 'bold_value'>>,
): Promise<void> {
  await notify(tx, clock, userId, 'identity', { icon: 'security', title: 'Password', bold_value: '', ...what })
}
