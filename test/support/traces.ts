/** What is left of what people have done: messages, notifications, lines of the audit log, refusals. */
import { VISITS } from '#audit/rules.ts'
import { Refusal } from '#kit/refusal.ts'
import { contentOf } from '#mail/store.ts'
import { findUser, type UserRow } from '#users/find.ts'
import type { RegisteringHouse } from './registering-house.ts'

/** What was sent to an address or number, oldest first. */
export async function messagesTo(house: RegisteringHouse, receiver: string) {
  return house.write(async (tx) => {
    const kept = await tx.selectFrom('message').selectAll().where('receiver', '=', receiver).orderBy('id').execute()
    return kept.map((message) => ({ ...message, content: contentOf(tx, message) }))
  })
}

/** The user as the database has them now. */
export async function userNow(house: RegisteringHouse, id: string): Promise<UserRow> {
  const user = await house.read((tx) => findUser(tx, id))
  if (user === undefined) throw new Error(`there is no user ${id}`)
  return user
}

export async function notificationsOf(house: RegisteringHouse, userId: string) {
  return house.db.selectFrom('notification').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

/** What was done to a record, in the words of the log; how people come in and go is left out. */
export async function auditOf(house: RegisteringHouse, subjectId: string): Promise<string[]> {
  const rows = await house.db
    .selectFrom('audit_entry')
    .select('action')
    .where('subject_id', '=', subjectId)
    .where('action', 'not in', VISITS)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.action)
}

/** The refusal that a promise ends in; fails where it ends in anything else. */
export async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('this was not refused')
}
