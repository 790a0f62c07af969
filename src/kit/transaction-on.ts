import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { DB } from './database-schema.ts'
import type { Tx } from './database.ts'

/** The transaction that is open on a client, as whatever reads and writes takes one. Whoever began it ends it. */
export function transactionOn(client: pg.Client): Tx {
  const held = Object.assign(Object.create(client), { query: client.query.bind(client), release: () => {} })
  const pool = { options: {}, connect: async () => held, end: async () => {} }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) as unknown as Tx
}
