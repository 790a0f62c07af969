import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase, type Tx } from '#kit/database.ts'
import { givenPepper } from '#kit/pepper.ts'
import { transaction } from '#kit/transaction.ts'
import { postEveryKind } from '../../test/support/every-posting.ts'
import { openInvestingHouse } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { aPlan } from '../../test/support/people.ts'
import { restartLog, rotateLogKey } from './change-signer.ts'
import { logJobs } from './jobs.ts'
import { consistencyPath } from './merkle.ts'
import { numberEntries } from './number-entries.ts'
import { keyOfLog, newestCheckpoint, readTile, signingOfLog } from './read-log.ts'
import { readTiles } from './read-tiles.ts'
import { type LogHouse, signCheckpoint, signHead } from './sign-checkpoint.ts'
import { selectHead } from './store.ts'
import { consistencyLeaves, tilesOf } from './tile-rules.ts'
import { isConsistent } from './verify-merkle-rules.ts'
import { openNote, readTreeHead, readVerifierKey, type TreeHead } from './verify-note-rules.ts'
import { ownFolder } from '../../test/support/own-folder.ts'

const house = opened(openInvestingHouse)
const keys = [createSecretKey(randomBytes(32))]
const dataDir = ownFolder()
const here: LogHouse = { appUrl: 'https://plumb.example', dataDir, keys: () => keys }
let owner: Database
beforeAll(async () => {
  owner = openDatabase({ connectionString: house.ownerUrl }, { size: 2, log: () => {} }).db
  await postEveryKind(house)
})
afterAll(async () => {
  await owner.destroy()
})
/** Something new to sign. */
beforeEach(async () => {
  await aPlan(house.db)
  await numberEntries(house.db)
})

/** The newest checkpoint, verified with the key that is served. */
async function newest(): Promise<TreeHead> {
  const [note = '', key = ''] = await transaction(house.db, async (tx) => [
    await newestCheckpoint(tx),
    await keyOfLog(tx),
  ])
  const verifier = await readVerifierKey(key)
  const head = verifier && readTreeHead((await openNote(note, verifier)) ?? '')
  if (head === undefined) throw new Error(`not signed: ${note}`)
  return head
}

async function isGrownFrom(old: TreeHead, grown: TreeHead): Promise<boolean> {
  const tileAt = await transaction(house.db, (tx) => readTiles(tx, tilesOf(consistencyLeaves(old.size, grown.size))))
  return isConsistent(old, grown, consistencyPath(old.size, grown.size, tileAt))
}

test('the head is signed where something is new, kept in the data folder, and each begins the next', async () => {
  expect(await transaction(house.db, signingOfLog)).toEqual({ signed: false, stopped: false })
  const signing = await signCheckpoint(house.db, here)
  const first = await newest()
  expect(signing).toEqual({ note: readFileSync(join(dataDir, 'log-checkpoint'), 'utf8') })
  expect(first.origin).toBe('plumb.example/log')
  expect(await signCheckpoint(house.db, here)).toEqual({ nothing: true })
  await aPlan(house.db)
  expect(await signCheckpoint(house.db, here)).toEqual({ nothing: true })
  await numberEntries(house.db)
  await signCheckpoint(house.db, here)
  const second = await newest()
  expect(second.size).toBe(first.size + 1)
  expect(await isGrownFrom(first, second)).toBe(true)
})

test('of two processes that sign at once one does', async () => {
  const both = await Promise.all([signCheckpoint(house.db, here), signCheckpoint(house.db, here)])
  expect(both.filter((one) => 'note' in one)).toHaveLength(1)
})

test('a process that began to look before another had signed leaves it at that', async () => {
  let attempts = 0
  const late = await transaction(house.db, async (tx) => {
    attempts += 1
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx)
    const { size } = await selectHead(tx)
    if (attempts === 1) expect(await signCheckpoint(house.db, here)).toHaveProperty('note')
    return signHead(tx, here, size)
  })
  expect([late, attempts]).toEqual([{ nothing: true }, 2])
})

test('nothing is signed with another key or under another address', async () => {
  const problemOf = async (other: Partial<LogHouse>) => signCheckpoint(house.db, { ...here, ...other })
  expect(await problemOf({ keys: () => [createSecretKey(randomBytes(32))] })).toEqual({
    problem: expect.stringMatching(/^The log is signed with plumb\.example\/log\+.* that key is not here\.$/),
  })
  expect(await problemOf({ appUrl: 'https://other.example' })).toEqual({
    problem: 'The log is that of plumb.example/log, and APP_URL makes it other.example/log.',
  })
  expect(await problemOf({})).toHaveProperty('note')
})

test('nothing is signed where what was signed last is no beginning of what is there', async () => {
  const file = join(dataDir, 'log-checkpoint')
  const kept = readFileSync(file, 'utf8')
  const [, size = ''] = kept.split('\n')
  try {
    writeFileSync(file, kept.replace(`\n${size}\n`, `\n${Number(size) + 1000}\n`))
    expect(await signCheckpoint(house.db, here)).toEqual({
      problem: expect.stringMatching(/what is here is older than what was signed\.$/),
    })
    writeFileSync(file, kept.replace(`\n${size}\n`, `\n${Number(size) - 1}\n`))
    expect(await signCheckpoint(house.db, here)).toEqual({
      problem: expect.stringMatching(/what is here does not begin with them\.$/),
    })
    writeFileSync(file, kept.replaceAll('plumb.example/log', 'plumb.example/other'))
    expect(await signCheckpoint(house.db, here)).toEqual({
      problem: 'The last checkpoint that is kept here is of another log, plumb.example/other.',
    })
    writeFileSync(file, 'nothing of the kind')
    expect(await signCheckpoint(house.db, here)).toEqual({
      problem: 'What is kept as the last checkpoint of the log is none.',
    })
  } finally {
    writeFileSync(file, kept)
  }
})

/** A process of its own, and what it tells the owners. */
function aProcess(other: Partial<LogHouse> = {}, db = house.db) {
  const told: string[] = []
  const tell = { tell: () => {}, alarm: async (_tx: unknown, problem: string) => void told.push(problem) }
  const keeper = { ...here, ...tell, ...other, db }
  const [number, sign] = logJobs(keeper)
  if (number === undefined || sign === undefined) throw new Error('no jobs')
  return { told, keeper, number: () => number.run(), sign: () => sign.run() }
}
const MOVED = { appUrl: 'https://other.example' }

test('owners are told once for each reason', async () => {
  const { told, sign } = aProcess(MOVED)
  await sign()
  await sign()
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('APP_URL')
  const another = aProcess(MOVED)
  await another.sign()
  expect(another.told).toEqual([])
})

test('while owners know why something is not signed everybody can see that, and not where all is', async () => {
  const signing = () => transaction(house.db, signingOfLog)
  expect(await signCheckpoint(house.db, here)).toHaveProperty('note')
  await aProcess(MOVED).sign()
  expect(await signing()).toEqual({ signed: true, stopped: false })
  await aPlan(house.db)
  await numberEntries(house.db)
  expect(await signing()).toEqual({ signed: true, stopped: true })
  expect(await signCheckpoint(house.db, here)).toHaveProperty('note')
  expect(await signing()).toEqual({ signed: true, stopped: false })
})

test('two processes with a reason each tell each once, however they take turns', async () => {
  expect(await signCheckpoint(house.db, here)).toHaveProperty('note')
  const one = aProcess(MOVED)
  const two = aProcess({ keys: () => [createSecretKey(randomBytes(32))] })
  for (let turn = 0; turn < 3; turn += 1) {
    await one.sign()
    await two.sign()
  }
  expect([one.told.length, two.told.length]).toEqual([1, 1])
})

test('a reason that comes back once a note was signed is told again, and not of a process that was never mended', async () => {
  expect(await signCheckpoint(house.db, here)).toHaveProperty('note')
  const one = aProcess(MOVED)
  await one.sign()
  await aPlan(house.db)
  await numberEntries(house.db)
  expect(await signCheckpoint(house.db, here)).toHaveProperty('note')
  await one.sign()
  expect(one.told).toHaveLength(1)
  one.keeper.appUrl = here.appUrl
  await one.sign()
  one.keeper.appUrl = MOVED.appUrl
  await one.sign()
  expect(one.told).toHaveLength(2)
})

test('a reason whose figures have grown is the same reason', async () => {
  expect(await signCheckpoint(house.db, here)).toHaveProperty('note')
  const file = join(dataDir, 'log-checkpoint')
  const kept = readFileSync(file, 'utf8')
  const [, size = ''] = kept.split('\n')
  try {
    writeFileSync(file, kept.replace(`\n${size}\n`, `\n${Number(size) + 1000}\n`))
    const { told, sign } = aProcess()
    await sign()
    await aPlan(house.db)
    await numberEntries(house.db)
    await sign()
    await aProcess().sign()
    expect(told).toHaveLength(1)
  } finally {
    writeFileSync(file, kept)
  }
})

test('what throws is told, too: a data folder that is none at its second failure, a missing tile after a minute', async () => {
  const none = join(dataDir, 'no-folder')
  writeFileSync(none, '')
  const { told, sign } = aProcess({ dataDir: none })
  await expect(sign()).rejects.toThrow('ENOTDIR')
  expect(told).toEqual([])
  await expect(sign()).rejects.toThrow('ENOTDIR')
  await expect(sign()).rejects.toThrow('ENOTDIR')
  expect(told).toEqual([expect.stringContaining('ENOTDIR')])
  await withoutRules((tx) => sql`UPDATE log_tile SET level = level + 30`.execute(tx))
  try {
    const { told: toldOfTiles, number } = aProcess()
    for (let second = 0; second < 70; second += 2) await expect(number()).rejects.toThrow('tile')
    expect(toldOfTiles).toEqual([expect.stringContaining('tile')])
  } finally {
    await withoutRules((tx) => sql`UPDATE log_tile SET level = level - 30`.execute(tx))
  }
  expect(await signCheckpoint(house.db, here)).toHaveProperty('note')
})

test('owners are told once a day where something holds the head of the log for ten minutes, and not where others continue it', async () => {
  const other = new pg.Client({ connectionString: house.appUrl })
  await other.connect()
  const hold = () => other.query('BEGIN; SELECT FROM log_head FOR UPDATE')
  const times = async (most: number, run: () => Promise<void>) => {
    for (let tries = 0; tries < most; tries += 1) await run()
  }
  try {
    const { told, number, sign } = aProcess()
    await hold()
    await times(299, number)
    await times(9, sign)
    await other.query('ROLLBACK')
    await number()
    await sign()
    await hold()
    await times(299, number)
    await times(9, sign)
    expect(told).toEqual([])
    await number()
    await sign()
    await times(10, sign)
    const another = aProcess()
    await times(10, another.sign)
    expect([...told, ...another.told]).toEqual([expect.stringMatching(/^Something else holds the head of the log/)])
    await house.days(1)
    await times(10, another.sign)
    expect(another.told).toHaveLength(1)
  } finally {
    await other.end()
  }
})

test('so they are where its whole table is locked', async () => {
  const patience = { lock: 20, transaction: 0 }
  const pepper = givenPepper('a pepper', 'of the process that is hasty, and alone has it')
  const hasty = openDatabase({ connectionString: house.appUrl }, { log: () => {}, patience, ...(pepper && { pepper }) })
  const other = new pg.Client({ connectionString: house.ownerUrl })
  await other.connect()
  try {
    await house.days(1)
    await other.query('BEGIN; LOCK TABLE log_head IN ACCESS EXCLUSIVE MODE')
    const { told, sign } = aProcess({}, hasty.db)
    for (let tries = 0; tries < 3; tries += 1) await expect(sign()).rejects.toThrow('lock timeout')
    expect(told).toEqual([expect.stringMatching(/^Something else holds the head of the log/)])
  } finally {
    await other.end()
    await hasty.db.destroy()
  }
})

test('a log that was set back to nothing is a problem where anything was signed before', async () => {
  const note = await signCheckpoint(house.db, here).then(() => readFileSync(join(dataDir, 'log-checkpoint'), 'utf8'))
  const [, size = ''] = note.split('\n')
  const empty = mkdtempSync(join(tmpdir(), 'plumb-log-'))
  const signAtNothing = (other: Partial<LogHouse>, before = sql`SELECT`) =>
    transaction(owner, async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx)
      await before.execute(tx)
      const signing = await signHead(tx, { ...here, ...other }, 0)
      throw Object.assign(new Error('to be rolled back'), { signing })
    }).catch((error: unknown) => (error as { signing: unknown }).signing)
  const noCheckpoint = sql`DELETE FROM log_checkpoint`
  const nothing = sql`TRUNCATE log_cosignature, log_checkpoint, log_signer CASCADE`
  const setBack = {
    problem: `The log was signed at ${size} entries and has 0 now: what is here is older than what was signed.`,
  }
  try {
    // by the database, by the file, and by the name that was fixed
    expect(await signAtNothing({ dataDir: empty })).toEqual(setBack)
    expect(await signAtNothing({}, nothing)).toEqual(setBack)
    expect(await signAtNothing({ dataDir: empty }, noCheckpoint)).toEqual({
      problem: 'The log was signed before and has 0 entries now: what is here is older than what was signed.',
    })
    expect(await signAtNothing({ dataDir: empty }, nothing)).toEqual({ nothing: true })
  } finally {
    rmSync(empty, { recursive: true })
  }
})

/** As the owner of the tables, who can take its rules away. */
const withoutRules = <T>(work: (tx: Tx) => Promise<T>) =>
  transaction(owner, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    return work(tx)
  })

test('a new key is announced, signed for with the old one, and signs from then on', async () => {
  await signCheckpoint(house.db, here)
  const before = await newest()
  const newestKey = createSecretKey(randomBytes(32))
  const both = { ...here, keys: () => [newestKey, ...keys] }
  const named = await rotateLogKey(owner, both, () => newestKey)
  expect(await transaction(house.db, keyOfLog)).toBe(named)
  const after = await newest()
  expect(after.origin).toBe(before.origin)
  expect(await isGrownFrom(before, after)).toBe(true)
  const { rows } = await sql<{ note: string; verifier_key: string }>`
    SELECT note, verifier_key FROM log_checkpoint JOIN log_signer ON log_signer.id = signer_id WHERE size = ${after.size}
    ORDER BY signer_id`.execute(house.db)
  expect(rows).toHaveLength(2)
  for (const { note, verifier_key } of rows) {
    const verifier = await readVerifierKey(verifier_key)
    expect(verifier && (await openNote(note, verifier))).toBeDefined()
  }
  expect(await signCheckpoint(house.db, here)).toHaveProperty('problem')
  keys.unshift(newestKey)
  expect(await rotateLogKey(owner, here, () => newestKey)).toBe(named)
})

test('a database elsewhere signs nothing until it is restarted, under a name that tells the last checkpoint', async () => {
  await signCheckpoint(house.db, here)
  const before = await newest()
  await withoutRules((tx) => sql`UPDATE log_signer SET server = 'another'`.execute(tx))
  await aPlan(house.db)
  await numberEntries(house.db)
  expect(await signCheckpoint(house.db, here)).toEqual({
    problem: 'The log was signed in another database than this one, which may be a restored backup.',
  })
  const name = await restartLog(owner, here, async () => {})
  expect(name).toMatch(/^plumb\.example\/log\/3-/)
  expect((await newest()).origin).toBe(name)
  const { rows } = await sql<{ bytes: Buffer }>`
    SELECT bytes FROM log_announcement WHERE type = 'key' ORDER BY id DESC LIMIT 1`.execute(house.db)
  expect(rows[0]?.bytes.toString()).toContain(`follows\n${before.origin}\n${before.size}\n`)
  await aPlan(house.db)
  await numberEntries(house.db)
  expect(await signCheckpoint(house.db, here)).toHaveProperty('note')
})

test('tiles are served as wide as they are asked for, and no wider than they are', async () => {
  const { size } = await newest()
  const read = (name: string) => transaction(house.db, (tx) => readTile(tx, name))
  expect((await read(`0/000.p/${size}`))?.length).toBe(size * 32)
  expect((await read('0/000.p/3'))?.length).toBe(96)
  for (const none of [
    '0/000',
    '0/001',
    '0/000.p/255',
    '1/000.p/1',
    'entries/000',
    '64/000',
    'x/000',
    '0/0',
    '00/000',
  ]) {
    expect(await read(none)).toBeUndefined()
  }
  const entries = Buffer.from((await read('entries/000.p/2')) ?? [])
  const length = entries.readUInt16BE(0)
  expect(entries.subarray(2, 2 + length - 32).toString()).toBe('transfer\n')
})
