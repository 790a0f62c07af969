/** Books as an earlier version made them, for what its successors make of them. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { applyMigration, prepareForMigrations, readMigrations } from '#postgres/migrate.ts'
import { openTestServer } from './database.ts'

/** `client` has the rights of the tables' owner. */
export type EmptyBooks = { client: pg.Client; connectionString: string }

/** A database of its own, for one test, to which migrations were applied up to this one, by its number. */
export async function emptyBooks(last: string): Promise<EmptyBooks> {
  const server = await openTestServer()
  const made = await server.createDatabase()
  const name = `early_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: made.connectionString })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`)
  const connectionString = made.connectionString.replace(/\/[^/?]+(?=\?|$)/, `/${name}`)
  const client = new pg.Client({ connectionString })
  await client.connect()
  await prepareForMigrations(client)
  for (const migration of await readMigrations()) {
    if (migration.name > `${last}~`) continue
    await client.query('BEGIN')
    await applyMigration(client, migration)
    await client.query('COMMIT')
  }
  onTestFinished(async () => {
    await client.end()
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
    await made.drop()
    await server.close()
  })
  return { client, connectionString }
}
