import { createCipheriv, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Moment } from '#kit/database-clock.ts'
import { type Database, openDatabase, type Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import type { AccountName } from '#ledger/accounts.ts'
import { credit, debit, type NewTransfer, post } from '#ledger/post.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import { transaction } from '#kit/transaction.ts'
import { microUsd } from '#money/micro-usd.ts'
import { postEveryKind } from '../../test/support/every-posting.ts'
import { openInvestingHouse } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { anInvestor } from '../../test/support/people.ts'
import { postAtRandom } from '../../test/support/random-postings.ts'
import { chanceFrom } from '../../test/support/books-model/chance.ts'
import { committedParts, earlierSaltsOf, logEntry, saltsOf, transferCommitmentInto } from './commitment.ts'
import { grownTiles, leafHash, rootOf } from './merkle.ts'
import { numberEntries } from './number-entries.ts'
import { includePosition, openTransfer, transferFor } from './opening.ts'
import { insertPositions, selectUnnumbered, upsertTiles } from './positions-store.ts'
import { LOG_PROOFS } from './proof/proofs.ts'
import { readTiles } from './read-tiles.ts'
import { selectHead, selectTransfers } from './store.ts'
import { edgeOf, tilesOf } from './tile-rules.ts'
import { isOpened } from './verify-opening-rules.ts'

const house = opened(openInvestingHouse)
let owner: Database
let people: { investorId: string; stands: Map<AccountName, bigint> }[]
beforeAll(async () => {
  owner = openDatabase({ connectionString: house.ownerUrl }, { size: 2, log: () => {} }).db
  people = await Promise.all(
    [1, 2, 3].map(async () => ({ investorId: (await anInvestor(house.db)).userId, stands: new Map() })),
  )
  await postEveryKind(house)
})
afterAll(() => owner.destroy())

let seed = 0
/** Some postings of each of some people, at the same time. */
async function postSome(count: number, of = people) {
  const { walletId, clock } = house
  await Promise.all(
    of.map(({ investorId, stands }) =>
      postAtRandom(house.db, stands, { seed: (seed += 1), count, batch: 2, investorId, walletId, now: clock.now() }),
    ),
  )
}

/** What is wrong with the log, its order among it, and what it leaves out. */
async function wrongIn(db: Database): Promise<string[]> {
  return transaction(db, async (tx) => {
    const found = (await proveAll({ tx, since: null }, LOG_PROOFS)).flatMap(({ wrong }) => wrong?.says ?? [])
    const { rows } = await sql<{ says: string }>`
      SELECT 'transfer ' || id || ' is left out' AS says FROM transfer WHERE id NOT IN (SELECT transfer_id FROM log_position WHERE transfer_id IS NOT NULL)
      UNION ALL
      SELECT 'announcement ' || id || ' is left out' FROM log_announcement
        WHERE id NOT IN (SELECT announcement_id FROM log_position WHERE announcement_id IS NOT NULL)`.execute(tx)
    return [...found, ...rows.map(({ says }) => says)]
  })
}

describe('the order of the log', () => {
  test('has everything that was there before it, in parts, each beginning a state of the books', async () => {
    const made = await numberEntries(house.db, { most: 3 })
    expect(made).toBeGreaterThan(30)
    expect(await wrongIn(house.db)).toEqual([])
    expect(await numberEntries(house.db)).toBe(0)
  })

  test('of random stories, told by several at once, has a state of the books at each beginning', async () => {
    const chance = chanceFrom(300)
    for (let story = 0; story < 60; story += 1) {
      const told = postSome(1 + chance.below(3), people.slice(chance.below(3)))
      if (chance.percent(40)) await numberEntries(house.db, { most: 1 + chance.below(6) })
      await told
    }
    await numberEntries(house.db, { most: 7 })
    expect(await wrongIn(house.db)).toEqual([])
  })

  test('numbers nothing twice and leaves nothing out, with two at it and connections cut under them', async () => {
    const killer = new pg.Client({ connectionString: house.ownerUrl })
    await killer.connect()
    const other = openDatabase({ connectionString: house.ownerUrl }, { size: 2, log: () => {} })
    for (let round = 0; round < 6; round += 1) {
      await postSome(20)
      const both = Promise.all([house.db, other.db].map((db) => numberEntries(db, { most: 5 })))
      await killer.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%log_%'`,
      )
      await both
    }
    await numberEntries(house.db)
    await killer.end()
    await other.db.destroy()
    expect(await wrongIn(house.db)).toEqual([])
  })

  test('waits for a transfer of a lower number by a transaction that began as the next one', async () => {
    /** Is counted by the server, then posts between these two, then ends, each when it is told to. */
    const slow = (from: AccountName, to: AccountName) => {
      const [begun, mayPost, posted, mayEnd] = [aGate(), aGate(), aGate(), aGate()]
      const over = transaction(house.db, async (tx) => {
        await sql`SELECT pg_current_xact_id()`.execute(tx)
        begun.open()
        await mayPost.opened
        const entries = [debit(from, microUsd(1n)), credit(to, microUsd(1n))]
        const transfer: NewTransfer = {
          key: newId(),
          kind: 'correction',
          reference: { kind: 'user', id: newId() },
          entries,
        }
        await post(tx, { job: 'test' }, house.clock.now() as Moment, [transfer])
        posted.open()
        await mayEnd.opened
      })
      const end = () => (mayEnd.open(), over)
      return { begun: begun.opened, post: () => (mayPost.open(), posted.opened), end }
    }
    await numberEntries(house.db)
    const first = slow('equity/capital', 'equity/adjustments')
    await first.begun
    const second = slow('expense/yield', 'income/fees')
    await second.begun
    await second.post()
    await first.post()
    await first.end()
    expect(await numberEntries(house.db)).toBe(1)
    expect(await numberEntries(house.db)).toBe(0)
    expect(await numberEntries(house.db)).toBe(0)
    await second.end()
    expect(await numberEntries(house.db)).toBe(1)
    expect(await wrongIn(house.db)).toEqual([])
  })
})

describe('the salts of transfers', () => {
  test('are what the cipher makes of number, part and half, each block for itself', () => {
    const secret = Buffer.alloc(32, 7)
    const key = createHmac('sha256', secret).update('salts').digest()
    const block = (id: bigint, part: number, half: number) => {
      const bytes = Buffer.alloc(16)
      bytes.writeBigUInt64BE(id, 0)
      bytes.writeUInt32BE(part, 8)
      bytes.writeUInt32BE(half, 12)
      return createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(bytes)
    }
    const [low, high] = [5n, 2n ** 62n + 9n]
    const salts = saltsOf(secret, [
      { id: low, parts: 3 },
      { id: String(high), parts: 2 },
    ])
    const expected = [0, 1, 2].map((part) => [low, part] as const).concat([0, 1].map((part) => [high, part] as const))
    expect(salts).toEqual(Buffer.concat(expected.flatMap(([id, part]) => [block(id, part, 0), block(id, part, 1)])))
    // as they were before there was a cipher
    const before = ['5/0', '5/1'].map((text) => createHmac('sha256', secret).update(text).digest())
    expect(earlierSaltsOf(secret, { id: low, parts: 2 })).toEqual(Buffer.concat(before))
  })

  test('of positions that an earlier version gave are found, in the check of the books and in openings', async () => {
    await postSome(20)
    const early = await house.write((tx) => numberAsBefore(tx))
    expect(early.length).toBeGreaterThan(20)
    await postSome(20)
    await numberEntries(house.db)
    expect(await wrongIn(house.db)).toEqual([])
    await house.write(async (tx) => {
      const { size } = await selectHead(tx)
      const root = rootOf(size, await readTiles(tx, tilesOf([{ from: 0, to: size }])))
      const { rows } = await sql<{ id: bigint }>`SELECT max(id) AS id FROM transfer`.execute(tx)
      for (const id of [early[0], rows[0]?.id]) {
        const transfer = await transferFor(tx, id ?? 0n, () => true)
        const opening = transfer && (await openTransfer(tx, transfer, () => true))
        if (opening === undefined) throw new Error('it has no position')
        expect(await isOpened(opening, await includePosition(tx, opening.position, size), root)).toBe(true)
      }
    })
  })
})

test('an order of the log in which an account does not ascend is found, whoever has made it', async () => {
  await postSome(4)
  await house.write(async (tx) => numberAsBefore(tx, (ids) => ids.toReversed()))
  expect(await wrongIn(house.db)).toEqual([
    expect.stringMatching(/^Position \d+ of the log comes too late: what \S+ has after it comes before it\.$/),
  ])
})

/** Gives positions to what has none, with the salts of before there was a cipher. Answers to which transfers. */
async function numberAsBefore(tx: Tx, inOrder = (ids: string[]) => ids): Promise<bigint[]> {
  const { size, secret } = await selectHead(tx)
  const digits = inOrder((await selectUnnumbered(tx, 0n, 4000)).ids)
  const ids = digits.map(BigInt)
  const transfers = new Map((await selectTransfers(tx, ids)).map((one) => [one.id, one]))
  const commitments = ids.map((id) => {
    const transfer = transfers.get(id)
    if (transfer === undefined) throw new Error('a transfer is missing')
    const parts = committedParts(transfer, transfer.entries)
    const made = Buffer.alloc(32)
    transferCommitmentInto({ salts: earlierSaltsOf(secret, { id, parts: parts.length }), parts }, made, 0)
    return made
  })
  await insertPositions(tx, 'transfer_id', { from: size, ids: digits, commitments: Buffer.concat(commitments) })
  const leaves = commitments.map((one) => leafHash(logEntry('transfer', one)))
  await upsertTiles(tx, grownTiles(size, leaves, await readTiles(tx, edgeOf(size))))
  return ids
}

function aGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
