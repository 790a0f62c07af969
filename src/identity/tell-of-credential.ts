import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { notify } from '#notifications/notify.ts'
import type { NotificationContent } from '#notifications/notification-content.ts'

/**
 * Tells a user that something of the way they sign in, or of what they may do, has changed. `follows` is a sentence for the
 * mail, where there is one; `ownLetter` says that the caller mails its own.
 */
export async function tellOfCredential(
  tx: Tx,
  clock: Clock,
  userId: string,
  what: Pick<NotificationContent, 'status_text' | 'status_color'> &
    Partial<Pick<NotificationContent, 'title' | 'bold_value'>> & { follows?: string | undefined; ownLetter?: boolean },
): Promise<void> {
  await notify(tx, clock, userId, 'identity', { icon: 'security', title: 'Password', bold_value: '', ...what })
}
