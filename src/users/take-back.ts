import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'

/**
 * Whether an e-mail address can become nobody's: an account has it, or somebody can still take it back who was changed away
 * from it. `but` is whoever may have it all the same, since it is they who can.
 */
export async function isEmailTaken(tx: Tx, email: string, now: Date, but: string | null = null): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT EXISTS (SELECT FROM app_user WHERE lower(email) = lower(${email}))
      OR EXISTS (
        SELECT FROM contact_change
        WHERE lower(old_value) = lower(${email}) AND kind = 'email' AND confirmed_at IS NOT NULL AND undone_at IS NULL
          AND undo_until > ${now} AND user_id IS DISTINCT FROM ${but}::uuid
      ) AS taken`.execute(tx)
  return rows[0]?.taken === true
}

/** Until when the newest change of somebody's e-mail address or phone number can be taken back; null where none can. */
export async function takeBackUntil(tx: Tx, userId: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    SELECT max(undo_until) AS until FROM contact_change
    WHERE user_id = ${userId} AND confirmed_at IS NOT NULL AND undone_at IS NULL AND undo_until > ${now}`.execute(tx)
  return rows[0]?.until ?? null
}
