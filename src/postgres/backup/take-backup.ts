import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { asOwner, leaveTurn } from '../as-owner.ts'
import { type BackupKey } from './backup-key.ts'
import { writeBackupFile } from './backup-file.ts'
import {
  type BackedUpTable,
  type BackupManifest,
  backupText,
  copied,
  inPublic,
  type TableInManifest,
} from './backup-text.ts'
import { copyOut, sequencesOf, settleSession, tablesOf } from './copied-tables.ts'

const PACKAGE = join(import.meta.dirname, '../../../package.json')

/**
 * Writes a backup of the database while the app goes on: everything in it is as it was at one moment, that of
 * `made_at`. Throws a sentence where the database is empty or the file is there already; then no file is left.
 */
export async function takeBackup(options: {
  /** as the owner of the tables */
  connectionString: string
  path: string
  key: BackupKey | undefined
  signal?: AbortSignal | undefined
}): Promise<BackupManifest> {
  return asOwner({ connectionString: options.connectionString }, async (owner) => {
    await settleSession(owner)
    await owner.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const tables = await tablesOf(owner)
    if (!tables.some(({ name }) => name === 'migration')) {
      throw new Error('This database holds no Plumb: there is nothing to back up. DATABASE_URL or DATA_DIR names it.')
    }
    refuseBrokenLines(tables)
    const about = await readAbout(owner)
    // From here on no migration changes a table, and no start waits for us.
    await owner.query(`LOCK TABLE ${tables.map(({ name }) => inPublic(name)).join(', ')} IN ACCESS SHARE MODE`)
    await leaveTurn(owner)
    const read: TableInManifest[] = []
    const manifest: BackupManifest = { ...about, tables: read, sequences: [] }
    // A number that was given meanwhile is not given again: sequences are read last.
    const complete = async () => {
      manifest.sequences.push(...(await sequencesOf(owner)))
      return manifest
    }
    const rowsOf = (table: (typeof tables)[number]) => copyOut(owner, table, (one) => read.push(one))
    await writeBackupFile(options.path, backupText(tables, rowsOf, complete), options)
    return manifest
  })
}

/** Plumb has none; with somebody else's the whole backup could not be read again. */
function refuseBrokenLines(tables: readonly BackedUpTable[]): void {
  const broken = tables.find((table) => copied(table).includes('\n'))
  if (broken === undefined) return
  throw new Error(
    `The table ${JSON.stringify(broken.name)}, or a column of it, has a line break in its name: rename it.`,
  )
}

async function readAbout(owner: pg.Client): Promise<Omit<BackupManifest, 'tables' | 'sequences'>> {
  const { rows } = await owner.query<{ made_at: Date; server: string }>(
    "SELECT now() AS made_at, current_setting('server_version') AS server",
  )
  const { rows: migrations } = await owner.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM public.migration ORDER BY name',
  )
  const [row] = rows
  if (row === undefined) throw new Error('the database said nothing')
  const { version }: { version: string } = JSON.parse(readFileSync(PACKAGE, 'utf8'))
  return { plumb: version, made_at: row.made_at.toISOString(), server: row.server, migrations }
}
