import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'

type Open = { investments: boolean; withdrawals: boolean; bonuses: boolean; held: boolean; waiting: boolean }

/** What of a user has not come to its end. */
export async function selectOpen(tx: Tx, userId: string): Promise<Open> {
  const { rows } = await sql<Open>`SELECT
    EXISTS (SELECT FROM investment WHERE user_id = ${userId}
      AND status IN ('pending', 'waiting approval', 'approved')) AS investments,
    EXISTS (SELECT FROM withdrawal WHERE user_id = ${userId} AND status IN ('pending', 'approved')) AS withdrawals,
    EXISTS (SELECT FROM referral WHERE inviter_id = ${userId} AND status IN ('pending', 'approved')) AS bonuses,
    EXISTS (SELECT FROM investment AS paid WHERE user_id = ${userId} AND received - refunded >
      CASE WHEN status = 'completed' AND source = 'payment' AND from_suspense IS NULL
        THEN least(amount, received - refunded) ELSE 0 END
      + (SELECT coalesce(sum(amount), 0) FROM investment WHERE from_suspense = paid.id AND status = 'completed')) AS held,
    EXISTS (SELECT FROM approval WHERE state = 'waiting'
      AND ${userId} IN (concerns, also_concerns, asked_by, subject_id)) AS waiting`.execute(tx)
  const [open] = rows
  if (open === undefined) throw new Error('the database did not answer')
  return open
}

type Person = { id: string; email: string; phone: string }

/**
 * Erases what is known of a user and stands in no record; their row is the caller's. The session that asks for it goes with
 * those that are long over: the gate looks at it once more.
 */
export async function eraseTraces(tx: Tx, { id, email, phone }: Person, sessionId: string | null): Promise<void> {
  const sessions = tx.deleteFrom('session').where('user_id', '=', id)
  await (sessionId === null ? sessions : sessions.where('id', '<>', sessionId)).execute()
  for (const table of [
    'known_place',
    'last_sign_in',
    'reset_link',
    'contact_change',
    'factor_take_back',
    'saved_filter',
  ] as const) {
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  }
  // what a withdrawal went to stays in its record, and what it was called goes, also of what was removed before
  await tx
    .updateTable('payout_address')
    .set({ name: null, removed_at: sql<Date>`coalesce(removed_at, greatest(created_at, now()))` })
    .where('user_id', '=', id)
    .execute()
  for (const table of ['notification', 'push_subscription', 'picture'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  }
  // the key of the call that closes the account has no answer yet
  await tx.deleteFrom('idempotency').where('scope', '=', id).where('reply', 'is not', null).execute()
  // a request for a reset link goes as it is answered, within a second: who answers one has it and waits for the user
  for (const table of ['registration', 'guessing_report', 'wrong_sign_in'] as const) {
    await tx
      .deleteFrom(table)
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .execute()
  }
  await sql`
    DELETE FROM message WHERE (delivered_at IS NOT NULL OR given_up_at IS NOT NULL)
      AND (lower(receiver) = ${email.toLowerCase()} OR (lower(receiver) = ${phone} AND ${phone} <> ''))
      AND (mailing_id IS NULL OR EXISTS (SELECT FROM mailing WHERE id = mailing_id AND settled_at IS NOT NULL))`.execute(
    tx,
  )
}
