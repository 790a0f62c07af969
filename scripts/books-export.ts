/**
 * Writes the books as a file for other programs: hledger (which ledger reads, too), Beancount, a spreadsheet, or JSON.
 *
 *   node scripts/books-export.ts --format hledger|beancount|csv|json [--investor NAME, E-MAIL OR ID]
 *     [--from 2026-01-01] [--to 2026-12-31] [--out FILE]
 *
 * The books are those that `npm start` would use: DATABASE_URL, else those in DATA_DIR; Plumb may run meanwhile. They are
 * read in one view of the database and nothing is written there. Days are UTC, both included. Without --out the file goes
 * to where the output goes; with it, the file is there once it is whole, and only its owner may read it.
 */
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { HOUR } from '#kit/clock.ts'
import { readSettings } from '#kit/config.ts'
import { openDatabase } from '#kit/database.ts'
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { findInvestor, JOURNAL_FORMATS, readJournalDays } from '#statements/journal/asked.ts'
import { writeJournal } from '#statements/journal/read.ts'

const OPTIONS = {
  format: { type: 'string' },
  investor: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean' },
} as const
const FORMATS = Object.keys(JOURNAL_FORMATS).join(', ')
const USAGE = `--format ${FORMATS.replaceAll(', ', '|')} [--investor NAME, E-MAIL OR ID] [--from DAY] [--to DAY] [--out FILE]`
/** What is said of the way goes beside the file, not into it. */
const say = (line: string) => console.error(line)

/** Exports as the words of the command line say; answers the code to end with. */
export async function exportBooks(args: string[]): Promise<number> {
  try {
    const { values } = parseArgs({ args, options: OPTIONS })
    if (values.help === true) {
      console.log(`Writes the books as a file for other programs.\n\n  ${USAGE}`)
      return 0
    }
    const format = JOURNAL_FORMATS[values.format ?? '']
    if (format === undefined) throw new Error(`--format may be ${FORMATS}.`)
    const days = readJournalDays(values.from, values.to)
    await onBooks(async (connectionString) => {
      const { db } = openDatabase({ connectionString }, { size: 1, log: () => {}, patience: PATIENCE })
      try {
        // One view of the database, tried once: what has been written cannot be written again from the beginning.
        const view = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
        await view.execute(async (tx) => {
          const investor = values.investor === undefined ? null : await findInvestor(tx, values.investor)
          await writeOut(writeJournal(tx, { investor, ...days }, format), values.out)
        })
      } finally {
        await db.destroy()
      }
    })
    return 0
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return 1
  }
}

/** Whoever reads the file may take their time. */
const PATIENCE = { answer: HOUR, idle: HOUR }

async function onBooks(act: (connectionString: string) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDir } = readSettings(process.env)
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`There are no books in ${dataDir}.`)
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log: say }) : undefined
  try {
    const connectionString = databaseUrl ?? embedded?.connectionString ?? ''
    await refuseWithoutBooks(connectionString)
    await act(connectionString)
  } finally {
    await embedded?.stop()
  }
}

async function refuseWithoutBooks(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('public.entry') IS NOT NULL AS there`)
    if (rows[0]?.there !== true) throw new Error('There are no books in this database.')
  } finally {
    await client.end()
  }
}

/** To the output, or to a file that appears under its name once it is whole. */
async function writeOut(text: AsyncGenerator<string>, file: string | undefined): Promise<void> {
  const from = Readable.from(text, { highWaterMark: 1 })
  if (file === undefined) return pipeline(from, process.stdout, { end: false })
  const part = `${file}.part`
  rmSync(part, { force: true })
  try {
    await pipeline(from, createWriteStream(part, { mode: 0o600, flags: 'wx' }))
    renameSync(part, file)
  } finally {
    rmSync(part, { force: true })
  }
  say(`Written to ${file}.`)
}

if (import.meta.main) process.exitCode = await exportBooks(process.argv.slice(2))
