import { sql, type Selectable } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { RoleInvitation, UserNote } from '#kit/database-schema.ts'
import type { Cursor } from '#lists/cursor.ts'

export type RoleInvitationRow = Selectable<RoleInvitation>

export async function insertInvitation(tx: Tx, row: RoleInvitationRow): Promise<void> {
  await tx.insertInto('role_invitation').values(row).execute()
}

export async function selectInvitation(tx: Tx, tokenHash: string): Promise<RoleInvitationRow | undefined> {
  return tx.selectFrom('role_invitation').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

export async function lockInvitation(
  tx: Tx,
  by: { token_hash: string } | { id: string },
): Promise<RoleInvitationRow | undefined> {
  const locked = tx.selectFrom('role_invitation').selectAll().forNoKeyUpdate()
  const found = 'id' in by ? locked.where('id', '=', by.id) : locked.where('token_hash', '=', by.token_hash)
  return found.executeTakeFirst()
}

/** Invitations that can still be accepted, newest first, with who sent them. */
export async function selectOpenInvitations(tx: Tx, now: Date): Promise<(RoleInvitationRow & { inviter: string })[]> {
  return tx
    .selectFrom('role_invitation')
    .innerJoin('app_user', 'app_user.id', 'role_invitation.invited_by')
    .selectAll('role_invitation')
    .select('app_user.name as inviter')
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('role_invitation.created_at', 'desc')
    .orderBy('role_invitation.id', 'desc')
    .execute()
}

export async function acceptInvitation(
  tx: Tx,
  id: string,
  accepted: { accepted_at: Date; accepted_by: string },
): Promise<void> {
  await tx.updateTable('role_invitation').set(accepted).where('id', '=', id).execute()
}

/** Makes open invitations void: one, or those to an address. */
export async function withdrawInvitations(tx: Tx, which: { id: string } | { email: string }, at: Date): Promise<void> {
  const open = tx
    .updateTable('role_invitation')
    .set({ withdrawn_at: at })
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
  if ('id' in which) await open.where('id', '=', which.id).execute()
  else await open.where('email', '=', which.email).execute()
}

export async function insertNote(tx: Tx, row: Selectable<UserNote>): Promise<void> {
  await tx.insertInto('user_note').values(row).execute()
}

/** `limit + 1` notes about a user, newest first, with who wrote them. */
export async function selectNotes(
  tx: Tx,
  userId: string,
  page: { after: Cursor | undefined; limit: number },
): Promise<(Selectable<UserNote> & { author: string })[]> {
  const { after } = page
  return tx
    .selectFrom('user_note')
    .innerJoin('app_user', 'app_user.id', 'user_note.author_id')
    .selectAll('user_note')
    .select('app_user.name as author')
    .where('user_id', '=', userId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(user_note.created_at, user_note.id) < (${after?.key}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('user_note.created_at', 'desc')
    .orderBy('user_note.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}
