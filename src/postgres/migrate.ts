import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { APP_ROLE } from '#kit/database.ts'
import { codeOf } from '#kit/error-code.ts'
import { asOwner, LOCK_NOT_AVAILABLE } from './as-owner.ts'

const FOLDER = join(import.meta.dirname, '../../db/migrations')
const OLDEST_SERVER = 150_000

/**
 * Brings the database up to date with db/migrations, as the owner of the tables, one process at a time.
 * Throws a plain sentence when a migration that was already run has been changed, the server is too old, or somebody
 * else has the turn.
 */
export async function migrate(connection: pg.ClientConfig): Promise<{ applied: string[] }> {
  return asOwner(connection, async (client) => {
    await prepareForMigrations(client)
    const done = new Map(
      (await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migration')).rows.map(
        (row) => [row.name, row.checksum],
      ),
    )
    const applied: string[] = []
    for (const { name, sql, checksum } of await readMigrations()) {
      const known = done.get(name)
      if (known === checksum) continue
      if (known !== undefined) {
        throw new Error(`The migration ${name} was changed after it had been run. Put it back and write a new one.`)
      }
      await client.query('BEGIN')
      try {
        await applyMigration(client, { name, sql, checksum })
        await client.query('COMMIT')
      } catch (error) {
        await client.query('ROLLBACK')
        throw error
      }
      applied.push(name)
    }
    return { applied }
  })
}

export type Migration = { name: string; sql: string; checksum: string }

/** Makes what every migration needs. Throws a sentence where the server is too old, or the user may not make roles. */
export async function prepareForMigrations(client: pg.Client): Promise<void> {
  await assertServerIsNewEnough(client)
  await makeAppRole(client)
  await client.query(
    'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  )
}

/** All of them, in the order in which they are run. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort()
  if (names.length === 0) throw new Error(`There are no migrations in ${FOLDER}.`)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(FOLDER, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Runs one inside of the transaction that is open, and writes down that it was. Throws a sentence that names it. */
export async function applyMigration(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql)
    await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksum])
  } catch (error) {
    if (codeOf(error) === LOCK_NOT_AVAILABLE) {
      throw new Error(
        `The migration ${name} has waited for a table that is being read, as a backup or a check of the books does. ` +
          'Nothing of it was changed: start again once that is over.',
        { cause: error },
      )
    }
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

async function assertServerIsNewEnough(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: string }>(
    "SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number",
  )
  const [row] = rows
  if (row === undefined || Number(row.number) < OLDEST_SERVER) {
    throw new Error(`Plumb needs PostgreSQL 15 or newer; this server is ${row?.version ?? 'unknown'}.`)
  }
}

async function makeAppRole(client: pg.Client): Promise<void> {
  try {
    await client.query(`DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN CREATE ROLE ${APP_ROLE} NOLOGIN; END IF;
      IF NOT has_schema_privilege('${APP_ROLE}', 'public', 'USAGE') THEN GRANT USAGE ON SCHEMA public TO ${APP_ROLE}; END IF;
    END $$`)
  } catch (error) {
    throw new Error(
      `The database user must be able to make the role ${APP_ROLE} (CREATEROLE) and to own the schema public; ` +
        `or an administrator of the server runs: CREATE ROLE ${APP_ROLE} NOLOGIN;`,
      { cause: error },
    )
  }
}
