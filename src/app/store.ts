import { sql } from 'kysely'
import type { Database, Tx } from '#kit/database.ts'

export type Remembered = { fingerprint: string; status: number | null; reply: string | null }
type Place = { scope: string; route: string; key: string }

/**
 * Takes the place of a key; false where it has been taken since `keptSince` (waits for whoever is taking it at this
 * moment). One that is taken is locked, so that it is there to be read.
 */
export async function takeKey(
  tx: Tx,
  place: Place & { fingerprint: string; created_at: Date },
  keptSince: Date,
): Promise<boolean> {
  const { fingerprint, created_at } = place
  const taken = await tx
    .insertInto('idempotency')
    .values(place)
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'route', 'key'])
        .doUpdateSet({ fingerprint, created_at, status: null, reply: null })
        .where('idempotency.created_at', '<=', keptSince),
    )
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

export async function readKey(tx: Tx, { scope, route, key }: Place): Promise<Remembered> {
  return tx
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'reply'])
    .where('scope', '=', scope)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

export async function rememberReply(
  tx: Tx,
  { scope, route, key, ...change }: Place & { status: number; reply: string },
): Promise<void> {
  await tx
    .updateTable('idempotency')
    .set(change)
    .where('scope', '=', scope)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute()
}

export async function forgetKeysBefore(tx: Tx, time: Date): Promise<void> {
  await tx.deleteFrom('idempotency').where('created_at', '<', time).execute()
}

export async function pingDatabase(db: Database): Promise<void> {
  await sql`SELECT 1`.execute(db)
}

export async function savepoint(tx: Tx): Promise<void> {
  await sql`SAVEPOINT verb`.execute(tx)
}

export async function backToSavepoint(tx: Tx): Promise<void> {
  await sql`ROLLBACK TO SAVEPOINT verb`.execute(tx)
}
