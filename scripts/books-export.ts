/**
 * Writes the books as a file for other programs: hledger (which ledger reads, too), Beancount, a spreadsheet, or JSON.
 *
 *   node scripts/books-export.ts --format hledger|beancount|csv|json [--investor NAME, EMAIL OR ID]
 *     [--from 2026-01-01] [--to 2026-12-31] [--out FILE]
 *
 * The books are those that `npm start` would use: DATABASE_URL, else those in DATA_DIR; Plumb may run meanwhile. They are
 * read in one view of the database and nothing is written there. Days are UTC, both included. Without --out the file goes
 * to where the output goes; with it, the file is there once it is whole, only its owner may read it, and it is written
 * over no other.
 */
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { writeWholeFile } from '#kit/whole-file.ts'
import { findInvestor, JOURNAL_FORMATS, readJournalDays } from '#statements/journal/asked.ts'
import { writeJournal } from '#statements/journal/read.ts'
import { onBooks } from './on-books.ts'

const OPTIONS = {
  format: { type: 'string' },
  investor: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean' },
} as const
const FORMATS = Object.keys(JOURNAL_FORMATS).join(', ')
const USAGE = `--format ${FORMATS.replaceAll(', ', '|')} [--investor NAME, EMAIL OR ID] [--from DAY] [--to DAY] [--out FILE]`
/** What is said of the way goes beside the file, not into it. */
const say = (line: string) => console.error(line)

/** Exports as the words of the command line say; answers the code to end with. */
export async function exportBooks(args: string[]): Promise<number> {
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  try {
    const { values } = parseArgs({ args, options: OPTIONS })
    if (values.help === true) {
      console.log(`Writes the books as a file for other programs.\n\n  ${USAGE}`)
      return 0
    }
    const format = JOURNAL_FORMATS[values.format ?? '']
    if (format === undefined) throw new Error(`--format may be ${FORMATS}.`)
    const days = readJournalDays(values.from, values.to)
    await onBooks(async (tx) => {
      const investor = values.investor === undefined ? null : await findInvestor(tx, values.investor)
      await writeOut(writeJournal(tx, { investor, ...days }, format), values.out, stopped.signal)
    }, say)
    return 0
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    say(stopped.signal.aborted ? 'Stopped: nothing was written.' : why)
    return 1
  }
}

/** To the output, or to a file that appears under its name once it is whole. */
async function writeOut(text: AsyncGenerator<string>, out: string | undefined, signal: AbortSignal): Promise<void> {
  const from = Readable.from(text, { highWaterMark: 1 })
  if (out === undefined) return pipeline(from, process.stdout, { end: false, signal })
  // npm goes to the project's folder first
  const file = resolve(process.env['INIT_CWD'] ?? '', out)
  await writeWholeFile(file, (into) => pipeline(from, into, { signal }))
  say(`Written to ${file}.`)
}

if (import.meta.main) process.exitCode = await exportBooks(process.argv.slice(2))
