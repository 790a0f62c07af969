import type { Tx } from '#kit/database.ts'
import type { Toast } from './contract.ts'
import { selectUnread } from './store.ts'

const MOST = 100

/** A user's unread notifications, newest first, at most 100. */
export function toastsOf(tx: Tx, userId: string): Promise<Toast[]> {
  return selectUnread(tx, userId, MOST)
}
