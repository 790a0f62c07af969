import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dropDatabase, emptyDatabase } from './support/backed-up.ts'
import { anAdministrator, anInvestor, usd } from './support/people.ts'
import { topUp } from './support/money.ts'
import { testDatabase, type TestDatabase } from './support/database.ts'

const SCRIPT = join(import.meta.dirname, '../scripts/books.ts')

describe('npm run books', () => {
  let database: TestDatabase
  let client: pg.Client
  beforeAll(async () => {
    database = await testDatabase()
    await topUp(database.db, await anAdministrator(database.db), await anInvestor(database.db), usd(7))
    client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.close()
  })
  const books = (args: string[], url = database.ownerUrl, more: Record<string, string> = {}) => {
    const env = { ...process.env, DATABASE_URL: url, ...more }
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8', env })
    return { status, said: stdout + stderr }
  }

  test('ends with 0 where nothing is wrong, and leaves no mark', async () => {
    const { status, said } = books([])
    expect(said).toMatch(/^All of the books:[^]*2 entries[^]*Nothing is wrong/)
    expect(status).toBe(0)
    expect((await client.query('SELECT FROM books_check')).rowCount).toBe(0)
  })

  test('ends with 1 and the place where something is wrong', async () => {
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE account SET balance = balance + 1 WHERE kind = 'earnings' AND balance > 0; COMMIT`)
    const { status, said } = books(['--full'])
    expect(said).toMatch(
      /WRONG Each balance is [^]*investor\/\S+\/earnings is \$7\.000001; after its last entry it should be \$7\.000000\./,
    )
    expect(status).toBe(1)
  })

  test('ends with 2 where it cannot be told', () => {
    const nowhere = books([], 'postgresql://nobody@127.0.0.1:1/none')
    expect(nowhere.status).toBe(2)
    expect(books(['--whole']).status).toBe(2)
  })

  test('says what to do where there are no books, or of another version, and makes none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plumb-no-books-'))
    try {
      const none = books([], '', { DATA_DIR: folder })
      expect(none).toEqual({ status: 2, said: `There are no books in ${folder}.\n` })
      expect(await readdir(folder)).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
    const empty = await emptyDatabase(database.ownerUrl)
    try {
      expect(books(['--full'], empty)).toEqual({
        status: 2,
        said: expect.stringContaining('There are no books in this'),
      })
    } finally {
      await dropDatabase(database.ownerUrl, empty)
    }
    await client.query("INSERT INTO migration (name, checksum) VALUES ('9999_later.sql', 'x')")
    expect(books([])).toEqual({
      status: 2,
      said: expect.stringContaining('of a newer version of Plumb, with the migration 9999'),
    })
    await client.query("DELETE FROM migration WHERE name IN ('9999_later.sql', '0089_books_check.sql')")
    expect(books([])).toEqual({
      status: 2,
      said: expect.stringContaining('lacks 0089_books_check.sql: start the app first'),
    })
  })
})
