import type { Kysely } from 'kysely'
import type { DB } from './database-schema.ts'

const databases = new WeakMap<Kysely<DB>, Kysely<DB>>()

/** Remembers which pools a transaction is on, for whatever is kept for the whole of a database. */
export function belongsTo(tx: Kysely<DB>, db: Kysely<DB>): void {
  databases.set(tx, db)
}

/** The pools that a transaction is on; outside of one, what was given. */
export function databaseOf(tx: Kysely<DB>): Kysely<DB> {
  return databases.get(tx) ?? tx
}
