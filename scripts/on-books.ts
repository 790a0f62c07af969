/** The books that `npm start` would use, for commands that only read them: DATABASE_URL, else those in DATA_DIR. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { HOUR } from '#kit/clock.ts'
import { readSettings } from '#kit/config.ts'
import { type Database, openDatabase, type Tx } from '#kit/database.ts'
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { refuseOtherVersion } from '#postgres/refuse-other-version.ts'

/** Whoever reads what comes of it may take their time. */
const PATIENCE = { answer: HOUR, idle: HOUR }

/**
 * Reads them in one view of the database, in which nothing can be written, while Plumb may run. Tried once: what has been
 * said of them cannot be said again from the beginning. Throws a sentence where there are none, or of another version.
 */
export async function onBooks<T>(read: (tx: Tx) => Promise<T>, log: (line: string) => void = () => {}): Promise<T> {
  const { databaseUrl, dataDir } = readSettings(process.env)
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`There are no books in ${dataDir}.`)
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log }) : undefined
  try {
    const connectionString = databaseUrl ?? embedded?.connectionString ?? ''
    await refuseOtherVersion(connectionString)
    const { db } = openDatabase({ connectionString }, { size: 1, log: () => {}, patience: PATIENCE })
    try {
      return await inOneView(db).execute(read)
    } finally {
      await db.destroy()
    }
  } finally {
    await embedded?.stop()
  }
}

function inOneView(db: Database) {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
}
