import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { ApprovalSubject } from './contract.ts'
import type { RequestSubject } from './store.ts'

/** What somebody has corrected alone on this subject since then, micro-dollars. */
export async function sumCorrectedAlone(
  tx: Tx,
  subject: RequestSubject,
  userId: string,
  since: Date,
): Promise<MicroUsd> {
  const row = await tx
    .selectFrom('lone_correction')
    .select(sql<MicroUsd | null>`sum(moved)`.as('total'))
    .where('subject_id', '=', subject.id)
    .where('subject_kind', '=', subject.kind)
    .where('made_by', '=', userId)
    .where('made_at', '>', since)
    .executeTakeFirst()
  return row?.total ?? ZERO
}

/** A sum beyond what the column holds says no more than that. */
const LARGEST = 2n ** 63n - 1n

/**
 * Adds to what an administrator has decided alone on a day, `2026-11-20`, and answers what it comes to with that,
 * micro-dollars. Locks the row until the transaction ends, or goes back to before: others of the same administrator wait
 * for it, those of another do not.
 */
export async function addDecidedAlone(tx: Tx, userId: string, day: string, counts: MicroUsd): Promise<MicroUsd> {
  const amount = counts > LARGEST ? microUsd(LARGEST) : counts
  const { rows } = await sql<{ total: MicroUsd }>`
    INSERT INTO decided_alone (user_id, day, total) VALUES (${userId}, ${day}, ${amount})
    ON CONFLICT (user_id, day) DO UPDATE
      SET total = least(decided_alone.total::numeric + excluded.total, ${LARGEST})::bigint
    RETURNING total`.execute(tx)
  return rows[0]?.total ?? amount
}

/** What an administrator has decided alone on a day, micro-dollars. */
export async function selectDecidedAlone(tx: Tx, userId: string, day: string): Promise<MicroUsd> {
  const { rows } = await sql<{ total: MicroUsd }>`
    SELECT total FROM decided_alone WHERE user_id = ${userId} AND day = ${day}`.execute(tx)
  return rows[0]?.total ?? ZERO
}

export async function insertLoneCorrection(
  tx: Tx,
  row: {
    id: string
    subject_kind: ApprovalSubject
    subject_id: string
    made_by: string
    made_at: Date
    moved: MicroUsd
  },
): Promise<void> {
  await tx.insertInto('lone_correction').values(row).execute()
}

/** What the owner has said of when a second administrator is needed, by the names of the settings; what nobody has said is left out. */
export async function selectLimits(
  tx: Tx,
): Promise<Partial<Record<'second_approval_limit' | 'daily_alone_limit' | 'approval_days', string>>> {
  const rows = await tx
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('name', 'in', ['second_approval_limit', 'daily_alone_limit', 'approval_days'])
    .where('value', 'is not', null)
    .execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
