import { sql } from 'kysely'
import type { Role } from '#kit/actor.ts'
import { CLOCK_NOW } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { askTogether, sendAlong } from '#kit/pipeline.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import type { ApprovalSubject } from './contract.ts'
import type { RequestSubject } from './store.ts'

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
  await sendAlong(tx, 'lone_correction', tx.insertInto('lone_correction').values(row))
}

/** What tells, before a correction is tried, whether it may be done alone. */
export type BeforeAlone = {
  /** of the database's clock */
  now: Date
  /** whether a request waits for the subject */
  waits: boolean
  /** how many others could decide now, who hold a role at this moment */
  others: number
  limits: Limits
  /** what the same administrator has corrected alone on the subject, micro-dollars */
  lately: MicroUsd
}

/** All of it in one statement. `removed` and `counted` are milliseconds: how long who could sign in and what was corrected count. */
export async function selectBeforeAlone(
  tx: Tx,
  asked: { subject: RequestSubject; userId: string; roles: readonly Role[]; removed: number; counted: number },
): Promise<BeforeAlone> {
  const { subject, userId, roles, removed, counted } = asked
  const ago = (milliseconds: number) => sql`(SELECT database_now() - ${milliseconds} * interval '1 millisecond')`
  const { limits, lately, ...rest } = await askTogether(tx, {
    now: CLOCK_NOW,
    waits: sql<boolean>`SELECT count(*) > 0 FROM approval
      WHERE subject_id = ${subject.id} AND subject_kind = ${subject.kind} AND state = 'waiting'`,
    // All of them, who are few: for the first one alone the planner may read the table until it comes.
    others: sql<number>`SELECT count(*)::integer FROM app_user
      WHERE roles <> '{}' AND roles && ${roles}::text[] AND id <> ${userId}
        AND (blocked_at IS NULL OR blocked_at > ${ago(removed)})`,
    limits: sql<Limits | null>`SELECT jsonb_object_agg(name, value) FROM setting
      WHERE name = ANY(${LIMITS}) AND value IS NOT NULL`,
    lately: sql<MicroUsd | null>`SELECT sum(moved) FROM lone_correction
      WHERE subject_id = ${subject.id} AND subject_kind = ${subject.kind} AND made_by = ${userId}
        AND made_at > ${ago(counted)}`,
  })
  return { ...rest, limits: limits ?? {}, lately: lately ?? ZERO }
}

const LIMITS = ['second_approval_limit', 'daily_alone_limit', 'approval_days'] as const
export type Limits = Partial<Record<(typeof LIMITS)[number], string>>

/** What the owner has said of when a second administrator is needed, by the names of the settings; what nobody has said is left out. */
export async function selectLimits(tx: Tx): Promise<Limits> {
  const rows = await tx
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('name', 'in', LIMITS)
    .where('value', 'is not', null)
    .execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
