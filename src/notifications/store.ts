import type { Tx } from '#kit/database.ts'

export type NotificationRow = {
  user_id: string
  id: string
  icon: string
  title: string
  bold_value: string
  status_color: string
  status_text: string
  created_at: Date
}

export async function insertNotification(tx: Tx, row: NotificationRow): Promise<void> {
  await tx.insertInto('notification').values(row).execute()
}

/** userId null: for the administrators. */
export async function insertLiveEvent(tx: Tx, userId: string | null, topic: string): Promise<void> {
  await tx.insertInto('live_event').values({ user_id: userId, topic }).execute()
}
