import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import { announce } from '#notifications/notify.ts'
import { insertNote } from './store.ts'
import { findUser } from '#users/find.ts'

/**
 * Writes down what administrators should know of a user; it stays as it is. Nobody writes about themselves (403).
 * The audit log says that there is a note and not what it says, so that nobody reads there what is about them.
 */
export async function noteUser(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { id: string; text: string },
): Promise<void> {
  if (input.id === actor.userId) refuse('not allowed', 'You can’t write notes about yourself.')
  if ((await findUser(tx, input.id)) === undefined) refuse('not found', 'There is no such user.')
  const id = newId()
  const { text } = input
  await insertNote(tx, { id, user_id: input.id, author_id: actor.userId, text, created_at: clock.now() })
  await recordAct(tx, clock, actor, {
    action: 'note on user',
    subject: { kind: 'user', id: input.id },
    after: { note: id },
  })
  await announce(tx, null, 'users')
}
