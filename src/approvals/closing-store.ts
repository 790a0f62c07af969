import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'

/** Locks what somebody has asked for and still waits, in id order. */
export async function lockWaitingOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .selectFrom('approval')
    .select('id')
    .where('state', '=', 'waiting')
    .where('asked_by', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Makes open invitations void that somebody has asked for, agreed to or sent alone. */
export async function withdrawInvitationsOf(tx: Tx, userId: string, at: Date): Promise<void> {
  // Who agreed stands in the invitation, and who asked in the request, which has its id for a subject.
  await sql`
    UPDATE role_invitation SET withdrawn_at = ${at}
    WHERE accepted_at IS NULL AND withdrawn_at IS NULL AND (invited_by = ${userId} OR EXISTS (
      SELECT FROM approval
      WHERE subject_id = role_invitation.id AND subject_kind = 'invitation' AND asked_by = ${userId} AND state = 'agreed'
    ))`.execute(tx)
}
