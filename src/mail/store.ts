import type { Tx } from '#kit/database.ts'

export type NewMessage = {
  id: string
  channel: 'mail' | 'text'
  receiver: string
  subject: string | null
  content: string
  created_at: Date
  next_try_at: Date
}

export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  await tx.insertInto('message').values(message).execute()
}
