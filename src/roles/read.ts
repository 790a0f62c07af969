import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { keyOfTime, readCursor, writeCursor } from '#lists/cursor.ts'
import { pageOf } from '#lists/page.ts'
import { findUser } from '#users/find.ts'
import type { Note, RoleInvitation } from './contract.ts'
import { selectNotes, selectOpenInvitations } from './store.ts'

/** What administrators have written down of a user, newest first. 403: nobody reads what is about themselves. */
export async function notesOn(
  tx: Tx,
  actor: Administrator,
  userId: string,
  asked: { cursor?: string | undefined; limit: number },
): Promise<{ items: Note[]; next_cursor: string | null }> {
  if (userId === actor.userId) refuse('not allowed', 'You can’t read the notes about yourself.')
  if ((await findUser(tx, userId)) === undefined) refuse('not found', 'There is no such user.')
  const { limit } = asked
  const found = await selectNotes(tx, userId, { after: readCursor(asked.cursor, 'newest'), limit })
  const { rows, next_cursor } = pageOf(found, limit, ({ id, created_at }) =>
    writeCursor('newest', { key: keyOfTime(created_at), id }),
  )
  const items = rows.map(({ id, text, author_id, author, created_at }) => ({
    id,
    text,
    author: { id: author_id, name: author },
    created_at: created_at.toISOString(),
  }))
  return { items, next_cursor }
}

/** Invitations to roles that can still be accepted, newest first. */
export async function openInvitations(tx: Tx, clock: Clock): Promise<RoleInvitation[]> {
  const invitations = await selectOpenInvitations(tx, clock.now())
  return invitations.map(({ id, email, roles, reason, invited_by, inviter, created_at, expires_at }) => ({
    ...{ id, email, roles, reason },
    invited_by: { id: invited_by, name: inviter },
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }))
}
