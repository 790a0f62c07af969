import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeAll, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { addToFile, documentKeyFile, givenDocumentKeys, keepInFile, openDocumentKeys } from '#kit/document-key.ts'
import { openDatabase } from '#kit/database.ts'
import { givenPepper } from '#kit/pepper.ts'
import { transaction } from '#kit/transaction.ts'
import { eraseIdentity } from '#kyc/erase-claims.ts'
import { lockUser } from '#users/lock-user.ts'
import { prepareCheckOf, submitCheckOf } from '../../test/support/identity.ts'
import { join as joinHouse } from '../../test/support/registering.ts'
import { openRegisteringHouse } from '../../test/support/registering-house.ts'
import { opened } from '../../test/support/opened.ts'
import { CODE_PEPPER, DOCUMENT_KEY } from '../../test/support/database.ts'
import { ensureMaster } from './ensure-master.ts'
import { eraseKey, openFor, sealFor } from './person-key.ts'
import { openDocument } from './read.ts'
import { masterInForce, rotateMaster } from './rotate-master.ts'

const house = opened(openRegisteringHouse)
let amy: Investor
let ben: Investor
beforeAll(async () => {
  ;[amy, ben] = [(await joinHouse(house, 'amy')).investor, (await joinHouse(house, 'ben')).investor]
})

const claimOf = async ({ userId }: Investor) =>
  (await house.db.selectFrom('identity_claim').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()).id
const frontOf = async (investor: Investor, db = house.db) => {
  const claim = await claimOf(investor)
  const opened = await transaction(db, (tx) => openDocument(tx, claim, 'front'))
  return opened && Buffer.from(opened).toString()
}

type Opened = ReturnType<typeof openDatabase>
/** As the owner of the tables, with these document keys. */
const openWith = (text: string | undefined): Opened => {
  const documentKeys = givenDocumentKeys('the keys of a test', text)
  // what it holds it holds for as long as a program takes to start
  const pepper = givenPepper('the pepper of tests', CODE_PEPPER)
  const options = {
    log: () => {},
    ...(pepper && { pepper }),
    patience: { idle: 120_000 },
    ...(documentKeys && { documentKeys }),
  }
  return openDatabase({ connectionString: house.ownerUrl }, options)
}

test('what is sealed for somebody opens for them, at its place, and unchanged', async () => {
  const [text, place] = [Buffer.from('a secret'), 'a place']
  const seal = ({ userId }: Investor) => house.write((tx) => sealFor(tx, house.clock, { userId, place }, text))
  const open = ({ userId }: Investor, sealed: Uint8Array, at = place) =>
    house.read((tx) => openFor(tx, { userId, place: at }, sealed))
  const [ofAmy, again, ofBen] = [await seal(amy), await seal(amy), await seal(ben)]
  expect(Buffer.from((await open(amy, ofAmy)) ?? '').toString()).toBe('a secret')
  expect(Buffer.compare(ofAmy, again)).not.toBe(0)
  await expect(open(ben, ofAmy)).rejects.toThrow()
  await expect(open(amy, ofBen)).rejects.toThrow()
  await expect(open(amy, ofAmy, 'another place')).rejects.toThrow()
  for (const at of [0, 12, ofAmy.length - 1]) {
    const changed = Buffer.from(ofAmy)
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(open(amy, changed)).rejects.toThrow()
  }
  await expect(open(amy, ofAmy.subarray(0, 20))).rejects.toThrow()
})

test('a picture that is moved to another claim or side does not open, nor one whose key was erased', async () => {
  for (const investor of [amy, ben]) await prepareCheckOf(house, investor)
  expect(await frontOf(amy)).toBe(`front of ${amy.userId}`)
  const { sealed } = await house.db
    .selectFrom('sealed_document')
    .select('sealed')
    .where('claim_id', '=', await claimOf(amy))
    .where('kind', '=', 'face')
    .executeTakeFirstOrThrow()
  const front = house.db.updateTable('sealed_document').set({ sealed }).where('kind', '=', 'front')
  await front.where('claim_id', '=', await claimOf(amy)).execute()
  await expect(frontOf(amy)).rejects.toThrow()
  await front.where('claim_id', '=', await claimOf(ben)).execute()
  await expect(frontOf(ben)).rejects.toThrow()
  await house.write((tx) => eraseKey(tx, ben.userId))
  expect(await frontOf(ben)).toBeUndefined()
})

test('what somebody handed in is erased with their key, and the decision stays', async () => {
  const { investor } = await joinHouse(house, 'erased')
  await submitCheckOf(house, investor)
  await house.write(async (tx) => {
    await lockUser(tx, investor.userId)
    await eraseIdentity(tx, house.clock, { job: 'a test' }, investor.userId)
  })
  const of = { user_id: investor.userId }
  const rows = async (table: 'document_key' | 'sealed_document' | 'identity_claim' | 'identity_check') =>
    house.db.selectFrom(table).selectAll().where('user_id', '=', of.user_id).execute()
  expect([await rows('document_key'), await rows('sealed_document')]).toEqual([[], []])
  expect(await rows('identity_claim')).toMatchObject([{ details: null, number_hash: null, expires_on: null }])
  expect(await rows('identity_check')).toMatchObject([{ state: 'submitted' }])
})

test('a process with another document key does not start, and says what to do', async () => {
  const { db } = openWith(Buffer.alloc(32, 7).toString('base64'))
  try {
    const start = transaction(db, (tx) => ensureMaster(tx, house.clock))
    await expect(start).rejects.toThrow(/goes with another document key.*npm run rotate-document-key -- --lost/)
  } finally {
    await db.destroy()
  }
})

test.each(['', 'too short', `${DOCUMENT_KEY},`, Buffer.alloc(31).toString('base64')])(
  'a document key of %j is refused without a word of it',
  (text) => {
    const read = () => givenDocumentKeys('DOCUMENT_KEY', text)
    expect(read).toThrow(/^DOCUMENT_KEY holds no document key: it takes 32 bytes in base64/)
  },
)

test('the key rotates while people go on, also broken off half-way, and the old one is needed for nothing afterwards', async () => {
  const people: Investor[] = []
  for (let n = 0; n < 7; n += 1) people.push((await joinHouse(house, `rotated-${n}`)).investor)
  const [newcomer = amy, ...known] = people
  for (const investor of known) await prepareCheckOf(house, investor)
  const dataDir = mkdtempSync(join(tmpdir(), 'plumb-document-key-'))
  const newKey = Buffer.alloc(32, 9).toString('base64')
  const both = `${newKey},${DOCUMENT_KEY}`
  const [owner, app, later] = [undefined, both, newKey].map(openWith) as [Opened, Opened, Opened]
  const rotate = () => {
    const env = { ...process.env, DATABASE_URL: house.ownerUrl, DATA_DIR: dataDir, DOCUMENT_KEY: both }
    const program = join(import.meta.dirname, '../../scripts/rotate-document-key.ts')
    return spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  }
  const masters = async () => {
    const rows = await owner.db.selectFrom('document_key').select('master').distinct().execute()
    return rows.length
  }
  try {
    const keys = givenDocumentKeys('both', both)?.all() ?? []
    const breakOff = () => {
      throw new Error('broken off')
    }
    const brokenOff = rotateMaster(owner.db, house.clock, keys, { wrapped: breakOff, batch: 2 })
    await expect(brokenOff).rejects.toThrow('broken off')
    expect(await masters()).toBe(2)
    for (const investor of known) expect(await frontOf(investor, app.db)).toBe(`front of ${investor.userId}`)
    await expect(prepareCheckOf(house, newcomer)).rejects.toThrow('does not have the document key that is in force')
    await prepareCheckOf({ ...house, write: (verb) => transaction(app.db, verb) }, newcomer)

    // killed while it waits for a key that somebody holds
    const holding = await owner.db.startTransaction().execute()
    await holding.selectFrom('document_key').selectAll().forUpdate().execute()
    const first = rotate()
    const waiting = async () => {
      const { rows } = await owner.pool.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%document_key%' AND datname = current_database()",
      )
      return rows.length
    }
    await expect.poll(waiting).toBe(1)
    first.kill('SIGKILL')
    await once(first, 'close')
    await holding.rollback().execute()
    expect(await masters()).toBe(2)

    const second = rotate()
    const lines: string[] = []
    for await (const line of createInterface(second.stdout)) lines.push(line)
    expect(lines.at(-2)).toMatch(/^The new document key is in force; [1-9]\d* people’s keys were wrapped anew\.$/)
    expect(await owner.db.selectFrom('document_master').select('in_force').execute()).toEqual([{ in_force: true }])
    for (const investor of people) expect(await frontOf(investor, later.db)).toBe(`front of ${investor.userId}`)
    expect(await transaction(later.db, masterInForce)).toBe(keys[0]?.id)
  } finally {
    for (const { db } of [owner, app, later]) await db.destroy()
    rmSync(dataDir, { recursive: true })
  }
})

test('a key in a file is found by a process that was there before it, and what is made meanwhile keeps the old one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumb-document-key-'))
  try {
    const before = openDocumentKeys({ dataDir, documentKeys: undefined })
    expect(readFileSync(documentKeyFile(dataDir), 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/)
    const [first] = before.all()
    const [second, ...rest] = addToFile(dataDir, first?.id ?? '')
    expect(rest.map(({ id }) => id)).toEqual([first?.id])
    // broken off and begun again, it goes on with the same
    expect(addToFile(dataDir, second?.id ?? '').map(({ id }) => id)).toEqual([second?.id, first?.id])
    expect(before.find(second?.id ?? '')?.id).toBe(second?.id)
    if (second) keepInFile(dataDir, second)
    expect(
      openDocumentKeys({ dataDir, documentKeys: undefined })
        .all()
        .map(({ id }) => id),
    ).toEqual([second?.id])
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

test('a master key that still wraps something is not removed by the database', async () => {
  const owner = openWith(undefined)
  try {
    await expect(owner.db.deleteFrom('document_master').execute()).rejects.toMatchObject({ code: '23503' })
    await expect(rotateMaster(owner.db, house.clock, [])).rejects.toThrow('no document key')
  } finally {
    await owner.db.destroy()
  }
})
