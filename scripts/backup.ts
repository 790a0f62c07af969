/**
 * Writes a backup of the database to one file while the app goes on.
 *
 *   npm run backup -- PATH           (with the settings of npm start; encrypted with BACKUP_KEY or BACKUP_KEY_FILE)
 *   npm run backup -- --new-key      (makes a key, and prints both halves of it)
 *
 * The pepper is not in it. docs/backup.md says what is, and how it is restored.
 */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { readSettings } from '#kit/config.ts'
import { newBackupKey, readBackupKey } from '#postgres/backup/backup-key.ts'
import { takeBackup } from '#postgres/backup/take-backup.ts'
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'

const say = (line: string) => console.log(line)
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())

try {
  const [given, ...others] = process.argv.slice(2)
  if (given === undefined || others.length > 0) throw new Error('Say where to: npm run backup -- PATH')
  await (given === '--new-key' ? printNewKey() : backUp(given))
} catch (error) {
  const why = error instanceof Error ? error.message : String(error)
  console.error(stopped.signal.aborted ? 'Stopped: there is no backup.' : why)
  process.exitCode = 1
}

async function printNewKey(): Promise<void> {
  const made = await newBackupKey()
  say(`Secret half, which opens backups. Keep it away from this machine, in two places:\n${made.secret}`)
  say(`Public half, which makes them. BACKUP_KEY of this machine:\n${made.public}`)
}

async function backUp(given: string): Promise<void> {
  // npm goes to the project's folder first
  const path = resolve(process.env['INIT_CWD'] ?? '', given)
  const { databaseUrl, dataDir } = readSettings(process.env)
  const key = readBackupKey(process.env)
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log: say }) : undefined
  try {
    const connectionString = databaseUrl ?? embedded?.connectionString ?? ''
    const { tables, made_at } = await takeBackup({ connectionString, path, key, signal: stopped.signal })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`Backed up as of ${made_at}: ${rows.toLocaleString('en-US')} rows of ${tables.length} tables`)
    say(`${path} (${statSync(path).size.toLocaleString('en-US')} bytes)`)
    if (key === undefined) {
      say('It is not encrypted: whoever reads it reads everything about everybody. With BACKUP_KEY it is.')
    }
    say('The pepper (CODE_PEPPER, or the file pepper in DATA_DIR) is not in it: keep a copy of it elsewhere.')
  } finally {
    await embedded?.stop()
  }
}
