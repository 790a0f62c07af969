import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { openInvestingHouse } from '../../test/support/investing-house.ts'
import { aPlan } from '../../test/support/people.ts'
import { restartLog, rotateLogKey } from './change-signer.ts'
import { numberEntries } from './number-entries.ts'
import { proofInLog } from './proof-in-log.ts'
import { keyOfLog, newestCheckpoint } from './read-log.ts'
import { type LogHouse, signCheckpoint } from './sign-checkpoint.ts'
import { openNote, readTreeHead, readVerifierKey, type TreeHead } from './verify-note-rules.ts'

const key = createSecretKey(randomBytes(32))
const after: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const work of after.splice(0).reverse()) await work()
})

function aHouse(): LogHouse {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumb-signer-'))
  after.push(() => rmSync(dataDir, { recursive: true }))
  return { appUrl: 'https://plumb.example', dataDir, keys: () => [key] }
}

/** A house that has signed, and what is restored from its backup of that moment, each as the owner of its tables. */
async function backedUp(house: LogHouse, copies: number): Promise<Database[]> {
  const opened = await openInvestingHouse()
  after.push(() => opened.close())
  await goOn(opened.db, house)
  await opened.db.destroy()
  const url = new URL(opened.ownerUrl)
  const name = url.pathname.slice(1)
  const at = (database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href
  const names = [name, ...Array.from({ length: copies }, (_, copy) => `${name}_${copy}`)]
  const admin = new pg.Client({ connectionString: at('postgres') })
  await admin.connect()
  after.push(() => admin.end())
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  for (const copy of names.slice(1)) {
    await admin.query(`CREATE DATABASE ${copy} TEMPLATE ${name}`)
    after.push(() => admin.query(`DROP DATABASE ${copy} WITH (FORCE)`))
  }
  return names.map((database) => {
    const { db } = openDatabase({ connectionString: at(database) }, { size: 2, log: () => {} })
    after.push(() => db.destroy())
    return db
  })
}

/** Says something more, which gets its position, and is signed. */
async function goOn(db: Database, house: LogHouse): Promise<void> {
  await aPlan(db)
  await numberEntries(db)
  expect(await signCheckpoint(db, house)).toHaveProperty('note')
}

/** The newest checkpoint, verified with the key that is handed out beside it. */
async function shown(db: Database): Promise<TreeHead & { note: string }> {
  const [note = '', handedOut = ''] = await transaction(db, async (tx) => [
    await newestCheckpoint(tx),
    await keyOfLog(tx),
  ])
  const verifier = await readVerifierKey(handedOut)
  const head = verifier && readTreeHead((await openNote(note, verifier)) ?? '')
  if (head === undefined) throw new Error(`not signed with ${handedOut}: ${note}`)
  return { ...head, note }
}

const followed = async (db: Database) =>
  transaction(db, async (tx) => {
    const { follows } = await tx
      .selectFrom('log_signer')
      .select('follows')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return follows
  })

async function standing(db: Database) {
  return transaction(db, async (tx) => [
    await tx.selectFrom('log_signer').selectAll().execute(),
    await tx.selectFrom('log_checkpoint').selectAll().execute(),
    await tx.selectFrom('log_announcement').select('id').where('type', '=', 'key').execute(),
  ])
}

test('two restarts from one backup, with one key, sign under two names', async () => {
  const house = aHouse()
  const [one, two] = await backedUp(house, 1)
  if (one === undefined || two === undefined) throw new Error('no backup')
  const first = await restartLog(one, house, async () => {})
  await goOn(one, house)
  const elsewhere = aHouse()
  expect(await signCheckpoint(two, elsewhere)).toHaveProperty('problem')
  const second = await restartLog(two, elsewhere, async () => {})
  await goOn(two, elsewhere)
  expect([(await shown(one)).origin, (await shown(two)).origin]).toEqual([first, second])
  expect(first).toMatch(/^plumb\.example\/log\/2-2026-03-01-[0-9a-f]{16}$/)
  expect(second).not.toBe(first)
})

test('where the database was set back a restart follows what the data folder has, under a number that follows it', async () => {
  const house = aHouse()
  const [one, two] = await backedUp(house, 1)
  if (one === undefined || two === undefined) throw new Error('no backup')
  await restartLog(one, house, async () => {})
  await goOn(one, house)
  const { note } = await shown(one)
  const restarted = await restartLog(two, house, async () => {})
  expect(restarted).toMatch(/^plumb\.example\/log\/3-/)
  expect(await followed(two)).toBe(note)
  await goOn(two, house)
  // what another process has kept of long ago is not the last
  writeFileSync(join(house.dataDir, 'log-checkpoint'), note)
  const last = await shown(two)
  await restartLog(two, house, async () => {})
  expect(await followed(two)).toBe(last.note)
  await goOn(two, house)
})

test('a restart or a new key that cannot be signed changes nothing', async () => {
  const house = aHouse()
  const [, two] = await backedUp(house, 1)
  if (two === undefined) throw new Error('no backup')
  writeFileSync(join(house.dataDir, 'log-checkpoint'), 'nothing of the kind')
  const before = await standing(two)
  await expect(restartLog(two, house, async () => {})).rejects.toThrow(
    'What is kept as the last checkpoint of the log is none.',
  )
  expect(await standing(two)).toEqual(before)
  await shown(two)
  const absent = { ...house, keys: () => [] }
  await expect(restartLog(two, absent, async () => {})).rejects.toThrow('There is no key of the log.')
  rmSync(join(house.dataDir, 'log-checkpoint'))
  await restartLog(two, house, async () => {})
  const fixed = await transaction(two, (tx) => tx.selectFrom('log_signer').selectAll().execute())
  // the new key is not among those that are here, so what it would sign is not signed
  await expect(rotateLogKey(two, house, () => createSecretKey(randomBytes(32)))).rejects.toThrow('that key is not here')
  expect(await transaction(two, (tx) => tx.selectFrom('log_signer').selectAll().execute())).toEqual(fixed)
  await goOn(two, house)
})

test('a rotation that cannot be signed, as with the address or the key of another house, brings and announces nothing', async () => {
  const house = aHouse()
  const [one] = await backedUp(house, 0)
  if (one === undefined) throw new Error('no house')
  const announced = () => transaction(one, (tx) => tx.selectFrom('log_announcement').select('id').execute())
  const before = await announced()
  const elsewhere = { ...house, appUrl: 'https://elsewhere.example' }
  await expect(rotateLogKey(one, elsewhere, expect.unreachable)).rejects.toThrow('The log is that of plumb.example/log')
  const another = { ...house, keys: () => [createSecretKey(randomBytes(32))] }
  await expect(rotateLogKey(one, another, expect.unreachable)).rejects.toThrow('that key is not here')
  expect(await announced()).toEqual(before)
})

test('the key that is handed out is the one that has signed the newest checkpoint, also where another is fixed already', async () => {
  const house = aHouse()
  const [one] = await backedUp(house, 0)
  if (one === undefined) throw new Error('no house')
  const proof = `1\n0\n10\n0\n0\n${randomBytes(32).toString('base64')}\n`
  await sql`INSERT INTO log_announcement (type, bytes) VALUES ('proof', ${Buffer.from(proof)})`.execute(one)
  await goOn(one, house)
  const { verifier_key } = await transaction(one, (tx) =>
    tx.selectFrom('log_signer').select('verifier_key').executeTakeFirstOrThrow(),
  )
  await transaction(one, (tx) =>
    tx
      .insertInto('log_signer')
      .values({ origin: 'plumb.example/log/2', verifier_key: 'plumb.example/log/2+00000000+none', server: 'here' })
      .execute(),
  )
  await shown(one)
  const inLog = await transaction(one, (tx) => proofInLog(tx, proof))
  expect(inLog?.key).toBe(verifier_key)
})
