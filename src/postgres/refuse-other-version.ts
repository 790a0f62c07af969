import pg from 'pg'
import { readMigrations } from './migrate.ts'

/**
 * For what reads the database past the app. Throws a sentence that says what to do where it holds no Plumb, or that of
 * another version.
 */
export async function refuseOtherVersion(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `SELECT to_regclass('public.migration') IS NOT NULL AS there`,
    )
    if (rows[0]?.there !== true) {
      throw new Error('There are no books in this database: DATABASE_URL or DATA_DIR names another.')
    }
    const done = await client.query<{ name: string }>('SELECT name FROM public.migration ORDER BY name')
    const [there, here] = [done.rows.map(({ name }) => name), (await readMigrations()).map(({ name }) => name)]
    const newer = there.find((name) => !here.includes(name))
    if (newer !== undefined) {
      throw new Error(`This database is of a newer version of Plumb, with the migration ${newer}: use that version.`)
    }
    const missing = here.find((name) => !there.includes(name))
    if (missing !== undefined) {
      throw new Error(`This database is older than this version of Plumb, and lacks ${missing}: start the app first.`)
    }
  } finally {
    await client.end()
  }
}
