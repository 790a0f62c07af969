import type pg from 'pg'
import { keyedWith, type Pepper } from '#kit/pepper.ts'
import { asOwner } from '../as-owner.ts'
import { applyMigration, type Migration, prepareForMigrations, readMigrations } from '../migrate.ts'
import { type BackupKey } from './backup-key.ts'
import {
  copied,
  inPublic,
  type BackupManifest,
  quoted,
  readBackupText,
  readOver,
  type TableInManifest,
  verifyBackup,
} from './backup-text.ts'
import { copyIn, copyOut, settleSession, tablesOf } from './copied-tables.ts'

type Restored = {
  manifest: BackupManifest
  /** migrations that the backup is older than, run on what was restored */
  applied: string[]
  /** tables of somebody else's, which were in the database and have no place in Plumb's */
  leftOut: string[]
  /** whether the codes and sealed messages of the backup open with the pepper that is here */
  pepperFits: boolean
}

/**
 * Restores a backup into an empty database, in one transaction: all of it, checked, or nothing. Throws a sentence where
 * the file is damaged, its key another, it was made by a newer Plumb, the database is not empty, or what was restored is
 * not what was backed up.
 */
export async function restoreBackup(options: {
  /** of the database, as the owner of the tables; asked for once the file is known to be whole */
  address: () => Promise<string>
  path: string
  key: BackupKey | undefined
  /** that of this house, if it has one yet */
  pepper: Pepper | undefined
  /** what is wrong with the books of the transaction that is open, in sentences */
  findWrong: (owner: pg.Client) => Promise<string[]>
  say: (line: string) => void
}): Promise<Restored> {
  const { path, key, pepper, findWrong, say } = options
  const manifest = await verifyBackup(path, key)
  const { its, later } = splitMigrations(manifest, await readMigrations())
  say(`${path} is whole: taken ${manifest.made_at}. Restoring…`)
  return asOwner({ connectionString: await options.address() }, async (owner) => {
    await settleSession(owner)
    await owner.query('BEGIN')
    await refuseUnlessEmpty(owner)
    await prepareForMigrations(owner)
    await apply(owner, its)
    const tables = await tablesOf(owner)
    refuseMissing(manifest, tables)
    const names = new Set(tables.map(({ name }) => name))
    const restored = manifest.tables.filter(({ name }) => names.has(name))
    await unguarded(owner, [...names], async () => {
      const places = new Set(restored.map(copied))
      await readBackupText(path, key, async (rows, copyOf) => {
        if (places.has(copyOf)) await copyIn(owner, copyOf, rows)
        else await readOver(rows)
      })
    })
    for (const table of restored) await compare(owner, table)
    for (const { name, value, called } of manifest.sequences) {
      await owner.query('SELECT setval(to_regclass($1), $2, $3)', [inPublic(name), value, called])
    }
    await apply(owner, later)
    say('Checking the books…')
    await owner.query('ANALYZE')
    const wrong = await findWrong(owner)
    if (wrong.length > 0) {
      throw new Error(`The books of this backup are wrong, so nothing of it was kept:\n${wrong.join('\n')}`)
    }
    const pepperFits = await goesWith(owner, pepper)
    await owner.query('COMMIT')
    const leftOut = manifest.tables.map(({ name }) => name).filter((name) => !names.has(name))
    return { manifest, applied: later.map(({ name }) => name), leftOut, pepperFits }
  })
}

/** The migrations that the backup was made after, and those that came later. */
function splitMigrations(manifest: BackupManifest, here: Migration[]): { its: Migration[]; later: Migration[] } {
  const known = new Map(here.map((migration) => [migration.name, migration]))
  const other = manifest.migrations.find(({ name, checksum }) => known.get(name)?.checksum !== checksum)
  if (other !== undefined) {
    throw new Error(
      `This backup is of another version of Plumb: its migration ${other.name} is not here, or is not the same. ` +
        'Restore it with the version that made it, or a newer one.',
    )
  }
  const its = new Set(manifest.migrations.map(({ name }) => name))
  return { its: here.filter(({ name }) => its.has(name)), later: here.filter(({ name }) => !its.has(name)) }
}

async function refuseUnlessEmpty(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e') ORDER BY 1 LIMIT 1`,
  )
  const [found] = rows
  if (found === undefined) return
  throw new Error(
    `The database is not empty: it has ${found.name}. A backup is restored into an empty one, so that nothing is lost ` +
      'by it. Name another with DATA_DIR or DATABASE_URL; or stop every process and move what is there away.',
  )
}

async function apply(owner: pg.Client, migrations: Migration[]): Promise<void> {
  for (const migration of migrations) {
    await applyMigration(owner, migration)
    // What is looked at only at a commit is in the way of the next change of its table.
    await owner.query('SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED')
  }
}

function refuseMissing(manifest: BackupManifest, tables: { name: string }[]): void {
  const there = new Set(manifest.tables.map(({ name }) => name))
  const missing = tables.filter(({ name }) => !there.has(name)).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`This backup lacks ${missing.join(', ')}: it is not complete.`)
}

/**
 * Rows come back in any order: what guards the tables row by row is put aside, and foreign keys are looked at once for
 * the whole of a table, when everything is there. Checks of single rows hold all along.
 */
async function unguarded(owner: pg.Client, tables: string[], act: () => Promise<void>): Promise<void> {
  const places = tables.map(inPublic)
  const { rows: keys } = await owner.query<{ drop: string; add: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  )
  for (const { drop } of keys) await owner.query(drop)
  for (const place of places) await owner.query(`ALTER TABLE ${place} DISABLE TRIGGER USER`)
  await owner.query(`TRUNCATE ${places.join(', ')}`)
  await act()
  for (const place of places) await owner.query(`ALTER TABLE ${place} ENABLE TRIGGER USER`)
  for (const { add } of keys) await owner.query(add)
}

/** Reads a table again, and holds it to what was backed up. */
async function compare(owner: pg.Client, table: TableInManifest): Promise<void> {
  let found: TableInManifest | undefined
  await readOver(copyOut(owner, table, (read) => (found = read)))
  if (found?.sha256 === table.sha256 && found.rows === table.rows) return
  throw new Error(`What was restored of ${quoted(table.name)} is not what was backed up. Nothing is kept of it.`)
}

async function goesWith(owner: pg.Client, pepper: Pepper | undefined): Promise<boolean> {
  const { rows } = await owner.query<{ fingerprint: string }>('SELECT fingerprint FROM pepper_mark')
  const [mark] = rows
  return mark === undefined || (pepper !== undefined && mark.fingerprint === keyedWith(pepper, 'fingerprint', ''))
}
