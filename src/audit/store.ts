import { sql, type Selectable, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { AuditEntry, Json } from '#kit/database-schema.ts'

export type DecisionRow = {
  id: string
  subject_kind: string
  subject_id: string
  from_status: string | null
  to_status: string
  actor_id: string | null
  job: string | null
  reason: string | null
  decided_at: Date
}

export async function insertDecision(tx: Tx, row: DecisionRow): Promise<void> {
  await tx.insertInto('decision').values(row).execute()
}

export async function insertAudit(
  tx: Tx,
  row: {
    id: string
    at: Date
    actor_id: string | null
    job: string | null
    address: string | null
    action: string
    subject_kind: string
    subject_id: string
    before: Json | null
    after: Json | null
    reason: string | null
  },
): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values({
      ...row,
      before: row.before === null ? null : JSON.stringify(row.before),
      after: row.after === null ? null : JSON.stringify(row.after),
    })
    .execute()
}

export type ActRow = Pick<
  Selectable<AuditEntry>,
  'id' | 'subject_id' | 'at' | 'actor_id' | 'job' | 'action' | 'before' | 'after' | 'reason'
>

export async function selectActs(tx: Tx, subjectIds: readonly string[]): Promise<ActRow[]> {
  return tx
    .selectFrom('audit_entry')
    .select(['id', 'subject_id', 'at', 'actor_id', 'job', 'action', 'before', 'after', 'reason'])
    .where(sql<SqlBool>`subject_id = ANY(${subjectIds}::uuid[])`)
    .orderBy('at')
    .orderBy('id')
    .execute()
}
