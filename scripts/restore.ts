/**
 * Restores a backup into an empty database: all of it, with books that pass every check, or nothing.
 *
 *   npm run restore -- PATH      (with the settings of npm start, every process stopped, and the key of the backup)
 *
 * The database is the one that `npm start` would use: DATABASE_URL, else the one in DATA_DIR.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { whatIsWrong } from '#funds/proof/what-is-wrong.ts'
import { readSettings, type Settings } from '#kit/config.ts'
import { openPepper, type Pepper, pepperFile } from '#kit/pepper.ts'
import { transactionOn } from '#kit/transaction-on.ts'
import { readBackupKey } from '#postgres/backup/backup-key.ts'
import { restoreBackup } from '#postgres/backup/restore-backup.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'

const say = (line: string) => console.log(line)

try {
  const [given, ...others] = process.argv.slice(2)
  if (given === undefined || others.length > 0) throw new Error('Say what: npm run restore -- PATH')
  const path = resolve(process.env['INIT_CWD'] ?? '', given)
  const settings = readSettings(process.env)
  const { databaseUrl, dataDir } = settings
  const [key, pepper] = [readBackupKey(process.env), pepperHere(settings)]
  let embedded: EmbeddedPostgres | undefined
  try {
    const { manifest, applied, leftOut, pepperFits } = await restoreBackup({
      ...{ path, key, pepper, say },
      address: async () =>
        databaseUrl ?? (embedded = await startEmbeddedPostgres({ dataDir, log: say })).connectionString,
      findWrong: (owner) => whatIsWrong(transactionOn(owner)),
    })
    for (const { name, rows } of manifest.tables) {
      if (rows > 0) say(`${rows.toLocaleString('en-US').padStart(14)}  ${name}`)
    }
    if (leftOut.length > 0) say(`Left out, because they are not Plumb's: ${leftOut.join(', ')}`)
    if (applied.length > 0) say(`Brought up to this version: ${applied.join(', ')}`)
    say(`Restored as of ${manifest.made_at}. Every table is as it was, and the books pass every check.`)
    if (!pepperFits) {
      say(
        `The pepper that goes with it is not here. Put it back (CODE_PEPPER, or the file ${pepperFile(dataDir)}); ` +
          'where it is lost, run: npm run new-pepper',
      )
    }
    say('What happened after that time is not in it: docs/backup.md says what to look at before you start.')
  } finally {
    await embedded?.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** A start makes one where there is none; a restore does not. */
function pepperHere(settings: Settings): Pepper | undefined {
  const isThere = settings.pepper !== undefined || existsSync(pepperFile(settings.dataDir))
  return isThere ? openPepper(settings) : undefined
}
