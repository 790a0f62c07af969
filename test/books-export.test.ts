/** @module-tag thorough */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
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
    expect(await run(['--format', 'hledger', '--out', file])).toEqual({
      code: 0,
      out: '',
      says: `Written to ${file}.\n`,
    })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['books.journal'])
    const { problems, transfers } = readJournal(await readFile(file, 'utf8'))
    expect({ problems, transfers }).toEqual({ problems: [], transfers: TRANSFERS })
    const again = await run(['--format', 'csv', '--out', file])
    expect(again).toEqual({ code: 1, out: '', says: `${file} is there already. Name a file that is not.\n` })
    expect(readJournal(await readFile(file, 'utf8')).transfers).toBe(TRANSFERS)
    await rm(file)
  })

  test('two at once to one file: one of them is whole, the other is told', async () => {
    const file = join(folder, 'twice.journal')
    const both = await Promise.all([1, 2].map(() => run(['--format', 'hledger', '--out', file])))
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 1]))
    expect(readJournal(await readFile(file, 'utf8')).transfers).toBe(TRANSFERS)
    expect(await readdir(folder)).toEqual(['twice.journal'])
    await rm(file)
  })

  test('goes where it was called from, though npm goes to the project first, and says where it cannot', async () => {
    const env = { DATABASE_URL: house.ownerUrl, INIT_CWD: folder }
    expect(await run(['--format', 'csv', '--out', 'here.csv'], env)).toMatchObject({ code: 0 })
    expect(await readdir(folder)).toEqual(['here.csv'])
    await rm(join(folder, 'here.csv'))
    const nowhere = await run(['--format', 'csv', '--out', 'none/here.csv'], env)
    expect(nowhere).toMatchObject({
      code: 1,
      says: expect.stringMatching(/^\S+none.here\.csv cannot be written: ENOENT/),
    })
    expect(await run(['--format', 'csv', '--out', '.'], env)).toMatchObject({
      code: 1,
      says: expect.stringContaining('there already'),
    })
  })

  test('that is stopped in the middle leaves no file', async () => {
    const holder = new pg.Client({ connectionString: house.ownerUrl })
    await holder.connect()
    try {
      await holder.query('BEGIN; LOCK TABLE account IN ACCESS EXCLUSIVE MODE')
      const words = ['scripts/books-export.ts', '--format', 'csv', '--out', join(folder, 'stopped.csv')]
      const child = spawn(process.execPath, words, {
        cwd: ROOT,
        env: { PATH: process.env['PATH'], DATABASE_URL: house.ownerUrl },
      })
      const ended = once(child, 'exit')
      const part = async () => (await readdir(folder)).filter((name) => name.endsWith('.part'))
      await expect.poll(part).toHaveLength(1)
      child.kill('SIGTERM')
      await holder.query('ROLLBACK')
      expect((await ended)[0]).toBe(1)
    } finally {
      await holder.end()
    }
    expect(await readdir(folder)).toEqual([])
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
    [['--format', 'csv', '--investor', 'nobody'], 'Nobody has the name, the email or the id "nobody".'],
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
