/**
 * Verifies the books from entries and records alone, and changes nothing.
 *
 *   npm run books                 (with the settings of npm start; the app may run meanwhile)
 *   npm run books -- --full       all of it, not only what has changed since the app last found them clean
 *   npm run books -- export …     as files: --format hledger|beancount|csv|json, and more that `export --help` tells
 *
 * Prints what was looked at and the first of each kind that is wrong. Ends with 0 where nothing is, with 1 where
 * something is, with 2 where it could not be told.
 */
import { parseArgs } from 'node:util'
import { selectMark } from '#funds/proof/check-store.ts'
import { EVERY_PROOF } from '#funds/proof/every-proof.ts'
import { proveAll, type Proved } from '#ledger/proof/proof.ts'
import { onBooks } from './on-books.ts'
import { tellUsage } from './usage.ts'

const say = (line: string) => console.log(line)
const [clean, wrong, unknown] = [0, 1, 2]

async function checkBooks(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { full: { type: 'boolean', default: false } } })
  return onBooks(async (tx) => {
    const mark = values.full ? null : await selectMark(tx)
    say(mark === null ? 'All of the books:' : `What has changed since ${mark.at.toISOString()}:`)
    const began = performance.now()
    const proofs = await proveAll({ tx, since: mark }, EVERY_PROOF, tellProved)
    const found = proofs.filter((proved) => proved.wrong !== null).length
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    say(
      found === 0
        ? `Nothing is wrong (${seconds} s).`
        : `THE BOOKS ARE WRONG in ${found} of ${proofs.length} ways (${seconds} s).`,
    )
    return found === 0 ? clean : wrong
  })
}

function tellProved({ name, of, looked, wrong: found }: Proved): void {
  say(`${found === null ? '  ok   ' : '  WRONG'} ${name}: ${looked.toLocaleString('en-US')} ${of}`)
  if (found !== null) say(`         ${found.says}`)
}

async function exportTo(args: string[]): Promise<number> {
  const { exportBooks } = await import('./books-export.ts')
  return exportBooks(args)
}

const [first, ...rest] = process.argv.slice(2)
// an export says what it takes itself
if (first !== 'export') tellUsage(import.meta.filename)
try {
  process.exitCode = first === 'export' ? await exportTo(rest) : await checkBooks(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = unknown
}
