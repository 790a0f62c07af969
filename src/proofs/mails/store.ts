import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { MicroUsd } from '#money/micro-usd.ts'

/** Since when somebody wants these mails; undefined where they do not. */
export async function selectWish(tx: Tx, userId: string): Promise<Date | undefined> {
  const row = await tx.selectFrom('proof_mail_wish').select('asked_at').where('user_id', '=', userId).executeTakeFirst()
  return row?.asked_at
}

/** Who wants them already has wanted them since then. */
export async function insertWish(tx: Tx, userId: string, asked_at: Date): Promise<void> {
  const into = tx.insertInto('proof_mail_wish').values({ user_id: userId, asked_at })
  await into.onConflict((known) => known.doNothing()).execute()
}

export async function deleteWish(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('proof_mail_wish').where('user_id', '=', userId).execute()
}

/** Begins the mails of a month (its first day, `2026-12-01`), unless another process has. */
export async function insertMonth(tx: Tx, row: { month: string; epoch: number; begun_at: Date }): Promise<boolean> {
  const into = sql`INSERT INTO proof_mailing (month, epoch, begun_at)
    VALUES (${row.month}::date, ${row.epoch}, ${row.begun_at}) ON CONFLICT DO NOTHING`
  return (await into.execute(tx)).numAffectedRows === 1n
}

/** Whether the mails of a month were begun. */
export async function selectMonth(tx: Tx, month: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM proof_mailing WHERE month = ${month}::date`.execute(tx)
  return rows.length === 1
}

export type OpenMonth = { month: string; epoch: number; begun_at: Date; through: string | null }

/** Locks the oldest month that has mails left to be written, unless another process has it in hand. */
export async function lockOpenMonth(tx: Tx): Promise<OpenMonth | undefined> {
  const { rows } = await sql<OpenMonth>`
    SELECT month::text, epoch, begun_at, through FROM proof_mailing
    WHERE done_at IS NULL ORDER BY month LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(tx)
  return rows[0]
}

/** Up to whom the mails of a month are written, and when that was everybody. The caller holds the lock. */
export async function updateMonth(
  tx: Tx,
  { month, through, more, done_at }: { month: string; through: string | null; more: number; done_at: Date | null },
): Promise<void> {
  await sql`UPDATE proof_mailing SET through = ${through}, mailed = mailed + ${more}, done_at = ${done_at}
    WHERE month = ${month}::date`.execute(tx)
}

/**
 * Who is next to get a mail, in the order of their ids, with what they were owed as the first `position` entries of the log
 * leave the books, by their own postings; micro-dollars.
 */
export async function selectNextReceivers(
  tx: Tx,
  { begun_at, through }: OpenMonth,
  { position, most }: { position: number; most: number },
): Promise<{ user_id: string; owed: MicroUsd }[]> {
  const { rows } = await sql<{ user_id: string; owed: MicroUsd }>`
    SELECT user_id, (
      (SELECT coalesce(sum(last.balance_after), 0)
        FROM account JOIN LATERAL (
          SELECT entry.balance_after FROM entry JOIN log_position ON log_position.transfer_id = entry.transfer_id
          WHERE entry.account_id = account.id AND position < ${position} ORDER BY entry.sequence DESC LIMIT 1
        ) AS last ON true
        WHERE owner_id = user_id AND kind IN ('earnings', 'referral', 'bonus', 'invested', 'withdrawing'))
      + (SELECT coalesce(sum(account.side * entry.amount), 0)
        FROM investment
        JOIN transfer ON transfer.reference_id = investment.id AND transfer.reference_kind = 'investment'
        JOIN log_position ON log_position.transfer_id = transfer.id AND position < ${position}
        JOIN entry ON entry.transfer_id = transfer.id
        JOIN account ON account.id = entry.account_id AND account.kind = 'suspense'
        WHERE investment.user_id = wish.user_id))::bigint AS owed
    FROM proof_mail_wish AS wish JOIN app_user ON app_user.id = user_id AND closed_at IS NULL
    WHERE asked_at <= ${begun_at} AND (${through}::uuid IS NULL OR user_id > ${through}::uuid)
    ORDER BY user_id LIMIT ${most}`.execute(tx)
  return rows
}
