import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Moment } from '#kit/database-clock.ts'
import { type Database, openDatabase } from '#kit/database.ts'
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
import { numberEntries } from './number-entries.ts'
import { LOG_PROOFS } from './proof/proofs.ts'

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

/** What is wrong with the log, and with its order: read along it, each entry is the next of its account. */
async function wrongIn(db: Database): Promise<string[]> {
  return transaction(db, async (tx) => {
    const found = (await proveAll({ tx, since: null }, LOG_PROOFS)).flatMap(({ wrong }) => wrong?.says ?? [])
    const { rows } = await sql<{ says: string }>`
      SELECT 'position ' || position || ' is too early' AS says FROM (
        SELECT position, sequence, row_number() OVER (PARTITION BY account_id ORDER BY position, sequence) AS place
        FROM log_position JOIN entry USING (transfer_id)
      ) AS line WHERE sequence <> place
      UNION ALL
      SELECT 'transfer ' || id || ' is left out' FROM transfer WHERE id NOT IN (SELECT transfer_id FROM log_position WHERE transfer_id IS NOT NULL)
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

function aGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
