import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { EntryType } from './canonical-rules.ts'

export type AnnouncedAt = { position: number; type: EntryType; bytes: Buffer; salt: Buffer }

/** What the house has said at this position; undefined where there is none, or a transfer. */
export async function selectAnnouncedAt(tx: Tx, position: number): Promise<AnnouncedAt | undefined> {
  const { rows } = await sql<Omit<AnnouncedAt, 'position'>>`
    SELECT type, bytes, salt FROM log_position JOIN log_announcement ON log_announcement.id = announcement_id
    WHERE position = ${position}`.execute(tx)
  return rows.map((row) => ({ ...row, position }))[0]
}

/** Where these were announced as proofs, by what they say; those that have no position are left out. */
export async function selectProofsAnnounced(tx: Tx, said: readonly Buffer[]): Promise<AnnouncedAt[]> {
  const { rows } = await sql<Omit<AnnouncedAt, 'position'> & { position: bigint }>`
    SELECT position, type, bytes, salt FROM log_announcement JOIN log_position ON announcement_id = log_announcement.id
    WHERE type = 'proof' AND bytes = ANY (${said}) ORDER BY position`.execute(tx)
  return rows.map((row) => ({ ...row, position: Number(row.position) }))
}
