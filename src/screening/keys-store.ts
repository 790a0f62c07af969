import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'

/** Where keys stand: of the names on the lists as they are, and of the words that matches hold. */
const KEPT_IN = ['screening_name', 'screening_hit'] as const
export type KeptIn = (typeof KEPT_IN)[number]
/** Of one row the names that it is found by. */
export type OldKeys = { id: string; names: string[] }

/** Whether anything is found by keys of an earlier making yet. */
export async function hasOldKeys(tx: Tx, made: number): Promise<boolean> {
  const { rows } = await sql<{ old: boolean }>`
    SELECT EXISTS (SELECT FROM screening_name WHERE keys_made < ${made})
      OR EXISTS (SELECT FROM screening_hit WHERE keys_made < ${made}) AS old`.execute(tx)
  return rows[0]?.old === true
}

/** Locks some with keys of an earlier making; those that another process has are left to it. */
export async function lockOutdated(tx: Tx, made: number, most: number): Promise<[KeptIn, OldKeys[]]> {
  const { rows: listed } = await sql<OldKeys>`
    SELECT id::text, ARRAY[name] AS names FROM screening_name WHERE keys_made < ${made}
    LIMIT ${most} FOR UPDATE SKIP LOCKED`.execute(tx)
  if (listed.length > 0) return ['screening_name', listed]
  const { rows } = await sql<OldKeys>`
    SELECT id::text, name || ARRAY(SELECT jsonb_array_elements_text(listed->'names')) AS names
    FROM screening_hit WHERE keys_made < ${made} LIMIT ${most} FOR UPDATE SKIP LOCKED`.execute(tx)
  return ['screening_hit', rows]
}

/** Gives these rows the keys of this making. */
export async function changeKeys(
  tx: Tx,
  keptIn: KeptIn,
  made: number,
  rows: readonly { id: string; keys: string[] }[],
): Promise<void> {
  await sql`
    UPDATE ${sql.table(keptIn)} AS kept SET keys = made.keys, keys_made = ${made}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS made (id text, keys text[])
    WHERE kept.id = made.id::${sql.raw(keptIn === 'screening_name' ? 'bigint' : 'uuid')}`.execute(tx)
}
