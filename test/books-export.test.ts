import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from './support/database.ts'
import { readJournal } from './support/journal-check.ts'
import { anInvestor, aWallet } from './support/people.ts'
import { postAtRandom } from './support/random-postings.ts'

const ROOT = join(import.meta.dirname, '..')
const TRANSFERS = 40

let house: TestDatabase
let folder: string
let name: string
beforeAll(async () => {
  house = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'plumb-export-'))
  const investor = await anInvestor(house.db)
  name = investor.name
  await postAtRandom(house.db, new Map(), {
    ...{ seed: 1, count: TRANSFERS, batch: TRANSFERS, now: house.clock.now() },
    ...{ investorId: investor.userId, walletId: await aWallet(house.db) },
  })
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await house.close()
})

function run(words: string[], env: Record<string, string> = { DATABASE_URL: house.ownerUrl }) {
  return new Promise<{ code: number; out: string; says: string }>((resolve) => {
    const options = { cwd: ROOT, env: { PATH: process.env['PATH'], ...env } }
    execFile(process.execPath, ['scripts/books-export.ts', ...words], options, (error, out, says) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, says })
    })
  })
}

describe('the export of the books', () => {
  test('is a file that only its owner reads, there once it is whole', async () => {
    const file = join(folder, 'books.journal')
    await writeFile(`${file}.part`, 'what was broken off')
    expect(await run(['--format', 'hledger', '--out', file])).toEqual({
      code: 0,
      out: '',
      says: `Written to ${file}.\n`,
    })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['books.journal'])
    const { problems, transfers } = readJournal(await readFile(file, 'utf8'))
    expect({ problems, transfers }).toEqual({ problems: [], transfers: TRANSFERS })
  })

  test('goes to the output without a file, of one investor and one day alone', async () => {
    const day = house.clock.now().toISOString().slice(0, 10)
    const words = ['--format', 'json', '--investor', name.toUpperCase(), '--from', day, '--to', day]
    const { code, out, says } = await run(words)
    expect({ code, says }).toEqual({ code: 0, says: '' })
    expect(JSON.parse(out)).toMatchObject({ investor: { name }, from: day, to: day })
  })

  test.each([
    [['--format', 'pdf'], '--format may be hledger, beancount, csv, json.'],
    [['--format', 'csv', '--from', 'today'], '--from is "today": it may be a day such as 2026-11-20.'],
    [['--format', 'csv', '--investor', 'nobody'], 'Nobody has the name, the e-mail or the id "nobody".'],
  ])('says in a sentence what cannot be done, and writes nothing: %j', async (words, sentence) => {
    const file = join(folder, 'none.txt')
    expect(await run([...words, '--out', file])).toEqual({ code: 1, out: '', says: `${sentence}\n` })
    expect(existsSync(file)).toBe(false)
  })

  test('makes no books where there are none', async () => {
    const empty = join(folder, 'empty')
    const answer = await run(['--format', 'csv'], { DATA_DIR: empty })
    expect(answer).toEqual({ code: 1, out: '', says: `There are no books in ${empty}.\n` })
    expect(existsSync(empty)).toBe(false)
  })
})
