/** @module-tag thorough */
/** A backup and what comes back of it, on the real PostgreSQL that Plumb brings and on a PostgreSQL 15 elsewhere. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type pg from 'pg'
import { topUpUser } from '#adjustments/top-up.ts'
import { whatIsWrong } from '#funds/proof/what-is-wrong.ts'
import { openDatabase } from '#kit/database.ts'
import { givenPepper } from '#kit/pepper.ts'
import { transactionOn } from '#kit/transaction-on.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { admitApp } from '#postgres/admit-app.ts'
import { asOwner } from '#postgres/as-owner.ts'
import { writeBackupFile } from '#postgres/backup/backup-file.ts'
import { type BackupKey, newBackupKey, readBackupKey } from '#postgres/backup/backup-key.ts'
import { type BackupManifest, verifyBackup } from '#postgres/backup/backup-text.ts'
import { restoreBackup } from '#postgres/backup/restore-backup.ts'
import { takeBackup } from '#postgres/backup/take-backup.ts'
import { applyMigration, prepareForMigrations, readMigrations } from '#postgres/migrate.ts'
import { dropDatabase, emptyDatabase, onDatabase, relationsOf, rowsOf, schemaOf } from './support/backed-up.ts'
import { CODE_PEPPER, madeDataDir } from './support/database.ts'
import { postEveryKind } from './support/every-posting.ts'
import { openInvestingHouse } from './support/investing-house.ts'
import { opened } from './support/opened.ts'
import { anInvestor, usd } from './support/people.ts'
import { missingSystemPostgres, startSystemPostgres } from './support/system-postgres.ts'

const ROOT = join(import.meta.dirname, '..')
const house = opened(openInvestingHouse)
const pepper = givenPepper('the pepper of tests', CODE_PEPPER)
const made: string[] = []
let folder: string
/** Of everything that can happen, with the house standing still, and encrypted. */
let backup: string
let manifest: BackupManifest
let rows: Record<string, string[]>
let key: BackupKey
let secret: string

const at = (name: string) => join(folder, name)
const keyOf = (text: string) => readBackupKey({ BACKUP_KEY: text })
const restore = (connectionString: string, more: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
  restoreBackup({ address: async () => connectionString, path: backup, key, pepper, findWrong, say: () => {}, ...more })
const findWrong = (owner: pg.Client) => whatIsWrong(transactionOn(owner))
/** An empty database that goes with the test. */
async function anEmptyOne(): Promise<string> {
  const address = await emptyDatabase(house.ownerUrl)
  made.push(address)
  return address
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumb-backup-'))
  secret = (await newBackupKey()).secret
  const given = keyOf(secret)
  if (given === undefined) throw new Error('there is no key')
  key = given
  await postEveryKind(house)
  rows = await rowsOf(house.ownerUrl)
  backup = at('everything')
  manifest = await takeBackup({ connectionString: house.ownerUrl, path: backup, key })
})
afterAll(async () => {
  for (const address of made) await dropDatabase(house.ownerUrl, address)
  await rm(folder, { recursive: true, force: true })
})

describe('what is restored', () => {
  let copy: string
  beforeAll(async () => {
    copy = await anEmptyOne()
    expect(await restore(copy)).toEqual({ manifest, applied: [], leftOut: [], pepperFits: true })
  })

  test('is every table row for row', async () => {
    const is = await rowsOf(copy)
    expect(is).toEqual(rows)
    expect(Object.values(is).flat().length).toBe(manifest.tables.reduce((sum, { rows }) => sum + rows, 0))
    expect(is['entry']?.length).toBeGreaterThan(50)
  })

  test('has the same tables, constraints, triggers, functions, rights and next numbers', async () => {
    expect(await schemaOf(copy)).toEqual(await schemaOf(house.ownerUrl))
  })

  test.each([
    ['an entry is changed', 'UPDATE entry SET amount = amount + 1'],
    ['an entry is deleted', 'DELETE FROM entry'],
    ['the books are emptied', 'TRUNCATE entry, transfer, account CASCADE'],
    ['a decision is deleted', 'DELETE FROM decision'],
    ['a line of the audit log is changed', 'UPDATE audit_entry SET reason = $$another$$'],
  ])('is protected as before, also from the owner of its tables: %s', async (_what, statement) => {
    await expect(onDatabase(copy, (client) => client.query(statement))).rejects.toThrow('is append only')
  })

  test('lets the app in as one that may not touch the books and may post to them', async () => {
    if (pepper === undefined) throw new Error('there is no pepper')
    const connectionString = await admitApp({ connectionString: copy, appConnectionString: undefined, pepper })
    const denied = { code: '42501' }
    for (const statement of ['UPDATE entry SET amount = 1', 'INSERT INTO moved_clock DEFAULT VALUES']) {
      await expect(onDatabase(connectionString, (client) => client.query(statement))).rejects.toMatchObject(denied)
    }
    const { db } = openDatabase({ connectionString }, { log: () => {}, pepper })
    try {
      const { userId } = await anInvestor(db)
      const input = {
        userId,
        account: 'earnings',
        category: null,
        amount: usd(3),
        reason: 'after the restore',
      } as const
      await transaction(db, (tx) => topUpUser(tx, house.administrator, input))
      expect(await readTransaction(db, whatIsWrong)).toEqual([])
    } finally {
      await db.destroy()
    }
  })
})

test('a backup that is taken while others post has the books of one moment', async () => {
  const { userId } = await anInvestor(house.db)
  const transfers = async (address: string) =>
    onDatabase(address, async (client) => {
      const { rows } = await client.query<{ count: number }>('SELECT count(*)::int FROM transfer')
      return rows[0]?.count ?? 0
    })
  let going = true
  const post = async () => {
    while (going) {
      const input = { userId, account: 'earnings', category: null, amount: usd(1), reason: 'meanwhile' } as const
      await house.write((tx) => topUpUser(tx, house.administrator, input))
    }
  }
  const writers = [post(), post()]
  const copy = await anEmptyOne()
  try {
    const before = await transfers(house.ownerUrl)
    await expect.poll(() => transfers(house.ownerUrl)).toBeGreaterThan(before)
    const [least, path] = [await transfers(house.ownerUrl), at('meanwhile')]
    const { taken, most } = await onDatabase(house.ownerUrl, async (holder) => {
      // Held up with its snapshot taken, until others have posted more.
      await holder.query('BEGIN; LOCK TABLE candle')
      const taking = takeBackup({ connectionString: house.ownerUrl, path, key: undefined })
      const waiting = "SELECT FROM pg_locks WHERE relation = 'candle'::regclass AND NOT granted"
      await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1)
      const most = await transfers(house.ownerUrl)
      await expect.poll(() => transfers(house.ownerUrl)).toBeGreaterThan(most + 5)
      await holder.query('COMMIT')
      return { taken: await taking, most }
    })
    await restore(copy, { path })
    const found = await transfers(copy)
    expect(found).toBe(taken.tables.find(({ name }) => name === 'transfer')?.rows)
    expect(found).toBeGreaterThanOrEqual(least)
    expect(found).toBeLessThanOrEqual(most)
  } finally {
    going = false
    await Promise.all(writers)
  }
})

describe('a backup that is not as it was written is refused before anything is restored', () => {
  let empty: string
  beforeAll(async () => {
    empty = await anEmptyOne()
  })
  /** The same file with something done to its bytes. */
  function changed(from: string, change: (bytes: Buffer) => Buffer): string {
    const path = at('changed')
    writeFileSync(path, change(readFileSync(from)))
    return path
  }
  const flipped = (at: number) => (bytes: Buffer) => {
    const place = Math.floor(bytes.length * at)
    bytes[place] = (bytes[place] ?? 0) ^ 16
    return bytes
  }
  const refused = async (path: string, why: RegExp | string, more = {}) => {
    await expect(restore(empty, { path, ...more })).rejects.toThrow(why)
    expect(await relationsOf(empty)).toEqual([])
  }

  test('a bit of it is another, or it was cut or continued: encrypted', async () => {
    for (const place of [0.1, 0.5, 0.99]) await refused(changed(backup, flipped(place)), 'is damaged or incomplete')
    for (const part of [0.1, 0.5]) {
      const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length * part)
      await refused(changed(backup, cut), 'is damaged or incomplete')
    }
    await refused(
      changed(backup, (bytes) => bytes.subarray(0, -1)),
      'is damaged or incomplete',
    )
    await refused(
      changed(backup, (bytes) => Buffer.concat([bytes, bytes])),
      'is damaged or incomplete',
    )
  })

  test('the same, where it is not encrypted', async () => {
    const path = at('open')
    await takeBackup({ connectionString: house.ownerUrl, path, key: undefined })
    for (const place of [0.1, 0.5, 0.99]) await refused(changed(path, flipped(place)), 'is damaged or incomplete')
    await refused(
      changed(path, (bytes) => bytes.subarray(0, bytes.length / 2)),
      'is damaged or incomplete',
    )
    await refused(
      changed(path, (bytes) => bytes.subarray(0, -1)),
      'is damaged or incomplete',
    )
    await refused(changed(path, flipped(0)), 'is no backup of Plumb')
    // what zstd's own sum does not see, because it was written after it
    const rewritten = (from: string, to: string) =>
      changed(path, (bytes) => zstdCompressSync(zstdDecompressSync(bytes).toString('utf8').replace(from, to)))
    await refused(rewritten('a welcome', 'no welcome'), 'are not those that were written')
    await refused(rewritten('\n\\.\n', '\n'), 'is damaged or incomplete')
    await refused(rewritten('"plumb":', '"Plumb":'), 'its manifest was changed')
  })

  test('its key is another, is missing, or only closes', async () => {
    await refused(backup, 'was encrypted with another key', { key: keyOf((await newBackupKey()).secret) })
    await refused(backup, 'is encrypted: set BACKUP_KEY', { key: undefined })
    await refused(backup, 'only encrypts', { key: keyOf(await identityToRecipient(secret)) })
  })

  test('it is no backup at all', async () => {
    const path = at('other')
    writeFileSync(path, 'something else')
    await refused(path, 'is no backup of Plumb')
    writeFileSync(path, '')
    await refused(path, 'is no backup of Plumb')
    await refused(at('nothing'), 'nothing')
  })

  test('it is of a newer Plumb, or of one whose migration was another', async () => {
    const path = at('newer')
    await onDatabase(house.ownerUrl, (client) =>
      client.query("INSERT INTO migration (name, checksum) VALUES ('9999_later.sql', 'x')"),
    )
    try {
      await takeBackup({ connectionString: house.ownerUrl, path, key })
    } finally {
      await onDatabase(house.ownerUrl, (client) => client.query("DELETE FROM migration WHERE checksum = 'x'"))
    }
    await refused(path, 'its migration 9999_later.sql is not here')
  })

  test('it was made up, and names what would be a statement: a name stays a name', async () => {
    const path = at('made up')
    await takeBackup({ connectionString: house.ownerUrl, path, key: undefined })
    const mark = at('was run')
    const name = `id) FROM PROGRAM 'touch ${mark}' --`
    const text = zstdDecompressSync(readFileSync(path)).toString('latin1')
    const [, , said = ''] = /\n-- manifest (\w+) (.*)\n$/.exec(text) ?? []
    const told: BackupManifest = JSON.parse(said)
    const tables = told.tables.map((table) =>
      table.name === 'wallet' ? { ...table, columns: [name, ...table.columns.slice(1)] } : table,
    )
    const again = JSON.stringify({ ...told, tables })
    const manifest = `\n-- manifest ${createHash('sha256').update(again).digest('hex')} ${again}\n`
    const forged = text
      .replace(/\n-- manifest .*\n$/, () => manifest)
      .replace('\nCOPY public."wallet" ("id",', () => `\nCOPY public."wallet" ("${name}",`)
    writeFileSync(path, zstdCompressSync(Buffer.from(forged, 'latin1')))
    await refused(path, /column "id\) FROM PROGRAM .* does not exist/)
    expect(existsSync(mark)).toBe(false)
  })

  test('the database has something already: it is left as it is', async () => {
    const address = await anEmptyOne()
    await onDatabase(address, (client) => client.query('CREATE TABLE mine (); '))
    await expect(restore(address)).rejects.toThrow('The database is not empty: it has mine.')
    expect(await relationsOf(address)).toEqual(['mine'])
  })
})

describe('all or nothing', () => {
  test('a restore that loses its connection at the end leaves nothing, and is done again', async () => {
    const address = await anEmptyOne()
    const cut = () =>
      onDatabase(address, (client) =>
        client.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        ),
      )
    let cutting: Promise<unknown> | undefined
    const say = (line: string) => {
      if (line.startsWith('Checking the books')) cutting ??= cut()
    }
    await expect(restore(address, { say })).rejects.toThrow(/terminat/)
    await cutting
    expect(await relationsOf(address)).toEqual([])
    const other = givenPepper('another', 'another pepper of more than thirty-two bytes')
    expect(await restore(address, { pepper: other })).toMatchObject({ pepperFits: false })
    expect(await relationsOf(address)).toEqual(await relationsOf(house.ownerUrl))
  })

  test.each([
    ['do not balance', 'UPDATE entry SET amount = amount + 1 WHERE ctid = (SELECT min(ctid) FROM entry)'],
    [
      'balance, and are not what the records require',
      "UPDATE investment SET amount = amount + 1 WHERE status = 'approved'",
    ],
    ['have a transfer for nothing', "DELETE FROM withdrawal WHERE status = 'completed'"],
  ])('books that %s are not restored, and what is wrong with them is said', async (_what, damage) => {
    const [wrong, address, path] = [await anEmptyOne(), await anEmptyOne(), at(`wrong ${damage.length}`)]
    await restore(wrong)
    await onDatabase(wrong, (client) =>
      client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${damage}; COMMIT`),
    )
    await takeBackup({ connectionString: wrong, path, key })
    await expect(restore(address, { path })).rejects.toThrow(/^The books of this backup are wrong, .*\n.+/)
    expect(await relationsOf(address)).toEqual([])
  })

  test('a backup that is broken off leaves no file', async () => {
    const [before, path, stop] = [readdirSync(folder), at('broken off'), new AbortController()]
    const text = async function* () {
      yield Buffer.from('begun')
      expect(readdirSync(folder).filter((name) => /^broken off\..*\.part$/.test(name))).toHaveLength(1)
      stop.abort()
      for (;;) yield Buffer.from('more')
    }
    await expect(writeBackupFile(path, text(), { key, signal: stop.signal })).rejects.toThrow(/abort/i)
    const aborted = takeBackup({ connectionString: house.ownerUrl, path, key, signal: stop.signal })
    await expect(aborted).rejects.toThrow(/abort/i)
    expect(readdirSync(folder)).toEqual(before)
  })

  test('a backup is written over no file, and is its owner’s alone', async () => {
    expect(statSync(backup).mode & 0o777).toBe(0o600)
    const before = readFileSync(backup)
    const again = takeBackup({ connectionString: house.ownerUrl, path: backup, key })
    await expect(again).rejects.toThrow('is there already')
    expect(readFileSync(backup).equals(before)).toBe(true)
  })

  test('a database that holds nothing is not backed up', async () => {
    const address = await anEmptyOne()
    await expect(takeBackup({ connectionString: address, path: at('empty'), key })).rejects.toThrow('holds no Plumb')
  })
})

test('an older backup is brought up to this version', async () => {
  const [older, copy, path] = [await anEmptyOne(), await anEmptyOne(), at('older')]
  const migrations = await readMigrations()
  await asOwner({ connectionString: older }, async (owner) => {
    await prepareForMigrations(owner)
    for (const migration of migrations.slice(0, -1)) await applyMigration(owner, migration)
  })
  await takeBackup({ connectionString: older, path, key })
  const { applied } = await restore(copy, { path })
  expect(applied).toEqual([migrations.at(-1)?.name])
  expect(await relationsOf(copy)).toEqual(await relationsOf(house.ownerUrl))
})

test('a table of somebody else’s is left out, and said', async () => {
  const path = at('theirs')
  await onDatabase(house.ownerUrl, (client) => client.query('CREATE TABLE theirs AS SELECT 1 AS one'))
  try {
    await takeBackup({ connectionString: house.ownerUrl, path, key })
  } finally {
    await onDatabase(house.ownerUrl, (client) => client.query('DROP TABLE theirs'))
  }
  expect(await restore(await anEmptyOne(), { path })).toMatchObject({ leftOut: ['theirs'] })
})

test('a table whose name has a line break is refused when it is backed up, and not when it is too late', async () => {
  await onDatabase(house.ownerUrl, (client) => client.query('CREATE TABLE "of\ntwo lines" (one int)'))
  try {
    const taking = takeBackup({ connectionString: house.ownerUrl, path: at('two lines'), key })
    await expect(taking).rejects.toThrow('The table "of\\ntwo lines", or a column of it, has a line break in its name')
  } finally {
    await onDatabase(house.ownerUrl, (client) => client.query('DROP TABLE "of\ntwo lines"'))
  }
  expect(readdirSync(folder)).not.toContain('two lines')
})

test('two backups to one file at once: one of them is whole, the other is told', async () => {
  const path = at('twice')
  const take = () => takeBackup({ connectionString: house.ownerUrl, path, key })
  const both = await Promise.allSettled([take(), take()])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [whole] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))[0]).toContain(
    'is there already',
  )
  expect(await verifyBackup(path, key)).toEqual(whole)
})

describe('a key', () => {
  test('encrypts by its public half, which opens nothing', async () => {
    const path = at('by the public half')
    const half = keyOf(await identityToRecipient(secret))
    const taken = await takeBackup({ connectionString: house.ownerUrl, path, key: half })
    expect(readFileSync(path, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /)
    expect(await verifyBackup(path, key)).toEqual(taken)
  })

  test('may stand in a file, as age-keygen writes it', () => {
    const path = at('key.txt')
    writeFileSync(path, `# created: 2026-11-23\n# public key: age1\n${secret}\n`)
    expect(readBackupKey({ BACKUP_KEY_FILE: path })).toEqual({ half: 'secret', text: secret })
  })

  test.each(['a passphrase', 'AGE-SECRET-KEY-1QQQQ', 'age1qqqq'])(
    'that is none is refused, and not shown: %s',
    (text) => {
      expect(() => keyOf(text)).toThrow('BACKUP_KEY holds no key of age')
      expect(() => keyOf(text)).not.toThrow(text)
    },
  )

  test('is said once', () => {
    expect(readBackupKey({})).toBeUndefined()
    expect(readBackupKey({ BACKUP_KEY: '', BACKUP_KEY_FILE: '' })).toBeUndefined()
    expect(() => readBackupKey({ BACKUP_KEY: secret, BACKUP_KEY_FILE: 'x' })).toThrow('not both')
    expect(() => readBackupKey({ BACKUP_KEY_FILE: at('none') })).toThrow('BACKUP_KEY_FILE cannot be read')
  })
})

const missing = missingSystemPostgres()
test.runIf(missing !== undefined)('a backup on PostgreSQL 15', (context) => context.skip(`not looked at: ${missing}`))

test.runIf(missing === undefined)(
  'is restored on an older PostgreSQL by a user who is no superuser, and taken there again the same',
  async () => {
    const server = await startSystemPostgres()
    try {
      await onDatabase(server.administrator(), async (client) => {
        await client.query("CREATE ROLE house LOGIN CREATEROLE PASSWORD 'of the house'")
        await client.query('CREATE DATABASE plumb OWNER house')
      })
      const there = server.address('house', 'of the house', 'plumb')
      await restore(there)
      expect(await rowsOf(there)).toEqual(rows)
      const again = await takeBackup({ connectionString: there, path: at('there'), key })
      expect(again.tables).toEqual(manifest.tables)
      await expect(onDatabase(there, (client) => client.query('DELETE FROM entry'))).rejects.toThrow()
    } finally {
      await server.stop()
    }
  },
)

test('the commands restore into the database that Plumb brings, and back it up again', async () => {
  const dataDir = await madeDataDir()
  const run = async (name: string, path: string, into = dataDir) => {
    const env = { PATH: process.env['PATH'], DATA_DIR: into, BACKUP_KEY: secret, INIT_CWD: folder }
    const child = spawn(process.execPath, [join(ROOT, 'scripts', `${name}.ts`), path], { env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()))
    const [code]: unknown[] = await once(child, 'close')
    return { code, said }
  }
  try {
    const other = await run('restore', 'nothing of that name', await mkdtemp(at('data-')))
    expect(other).toMatchObject({ code: 1, said: expect.stringContaining('ENOENT') })
    expect(
      readdirSync(folder)
        .filter((name) => name.startsWith('data-'))
        .flatMap((name) => readdirSync(at(name))),
    ).toEqual([])
    const restored = await run('restore', 'everything')
    expect(restored).toMatchObject({ code: 0 })
    expect(restored.said).toMatch(
      / {2}entry\n[^]*the books pass every check\.\nThe pepper that goes with it is not here/,
    )
    expect(await run('backup', 'again')).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Backed up as of .*\n.*\/again \([\d,]+ bytes\)\nThe pepper .* is not in it/m),
    })
    expect((await verifyBackup(at('again'), key)).tables).toEqual(manifest.tables)
    expect(await run('restore', 'everything')).toMatchObject({
      code: 1,
      said: expect.stringContaining('The database is not empty'),
    })
    expect(readdirSync(dataDir)).not.toContain('pepper')
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
