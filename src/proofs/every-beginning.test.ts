/**
 * Random stories of the log and of proofs (decisions 98 and 99), on real PostgreSQL: money moves while the state is taken.
 * STORY_RUNS says how many (5 by default, 300 by `npm run test:long -- properties`).
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#kit/clock.ts'
import { type Database, openDatabase } from '#kit/database.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import type { AccountName } from '#ledger/accounts.ts'
import { numberEntries } from '#log/number-entries.ts'
import { fromWire } from '#money/micro-usd.ts'
import { postEveryKind } from '../../test/support/every-posting.ts'
import { openInvestingHouse } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { anInvestor } from '../../test/support/people.ts'
import { PATIENCE } from '../../test/support/patience.ts'
import { postAtRandom } from '../../test/support/random-postings.ts'
import { there } from '../../test/support/there.ts'
import { makeProof } from './make-proof.ts'
import { publishedProofs } from './read.ts'
import { openTreeThread } from './tree-thread.ts'

const RUNS = Number(process.env['STORY_RUNS'] ?? 5)
const PEOPLE = 4
/** After so many stories every beginning is looked at: what was one stays one, and to look takes as long as all of them. */
const LOOKED_AT = RUNS > 50 ? 10 : 1
/** Milliseconds. */
const timeout = 4 * PATIENCE + RUNS * 10_000

const house = opened(openInvestingHouse)
const thread = openTreeThread()
let owner: Database
let people: { investorId: string; stands: Map<AccountName, bigint> }[]
beforeAll(async () => {
  owner = openDatabase({ connectionString: house.ownerUrl }, { size: 2, log: () => {} }).db
  await postEveryKind(house)
  people = await Promise.all(
    Array.from({ length: PEOPLE }, async () => ({
      investorId: (await anInvestor(house.db)).userId,
      stands: new Map(),
    })),
  )
})
afterAll(() => owner.destroy())

type Posted = { by: number; seed: number; count: number; batch: number }

const posted = fc.record({
  by: fc.nat(PEOPLE - 1),
  seed: fc.nat(),
  count: fc.integer({ min: 1, max: 5 }),
  batch: fc.integer({ min: 1, max: 3 }),
})
const stories = fc.record({
  before: fc.uniqueArray(posted, { maxLength: PEOPLE, selector: ({ by }) => by }),
  swapped: fc.boolean(),
  /** how many are numbered in one transaction; 0: nothing is numbered beside the proof */
  most: fc.nat(5),
  meanwhile: fc.uniqueArray(posted, { minLength: 2, maxLength: PEOPLE, selector: ({ by }) => by }),
  /** milliseconds */
  wait: fc.nat(30),
})

async function postAll(postings: readonly Posted[]): Promise<void> {
  const { walletId, clock } = house
  await Promise.all(
    postings.map(async ({ by, ...how }) => {
      const { investorId, stands } = there(people[by])
      await postAtRandom(house.db, stands, { ...how, investorId, walletId, now: clock.now() })
    }),
  )
}

/** As books are that were numbered by the time of a posting before there was a log: of two postings of one account, the later has the lower number. */
const SWAPPED = `
  WITH pair AS (
    SELECT one.transfer_id AS first, other.transfer_id AS second FROM entry AS one JOIN entry AS other USING (account_id)
    WHERE one.sequence < other.sequence AND NOT EXISTS (SELECT FROM log_position WHERE transfer_id IN (one.transfer_id, other.transfer_id))
    ORDER BY random() LIMIT 1
  ), swap AS (
    SELECT first AS was, second AS id FROM pair UNION ALL SELECT second, first FROM pair
  ), moved AS (
    UPDATE entry SET transfer_id = swap.id FROM swap WHERE transfer_id = swap.was
  )
  UPDATE transfer SET id = swap.id FROM swap WHERE transfer.id = swap.was`

async function swapNumbers(): Promise<void> {
  await transaction(owner, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    await sql`ALTER TABLE transfer DROP CONSTRAINT transfer_pkey`.execute(tx)
    await sql.raw(SWAPPED).execute(tx)
    await sql`ALTER TABLE transfer ADD PRIMARY KEY (id)`.execute(tx)
  })
}

/**
 * What is wrong with any beginning of the log: an account whose entries do not ascend by one, that stands below its floor or on
 * another balance than its entry says, books that do not sum to zero.
 */
async function wrongBeginnings(): Promise<string[]> {
  const { rows } = await sql<{ says: string }>`
    WITH line AS (
      SELECT position, account.name, sequence, balance_after, floor,
        row_number() OVER account AS place, side * sum(amount) OVER account AS stands
      FROM log_position JOIN entry USING (transfer_id) JOIN account ON account.id = account_id
      WINDOW account AS (PARTITION BY account_id ORDER BY position, sequence)
    )
    SELECT 'at ' || position || ' ' || name || ' has its entry ' || sequence || ' as ' || place AS says FROM line WHERE sequence <> place
    UNION ALL
    SELECT 'at ' || position || ' ' || name || ' stands on ' || stands FROM line WHERE stands <> balance_after OR stands < floor
    UNION ALL
    SELECT 'at ' || position || ' the books sum to ' || sum(total) OVER (ORDER BY position) FROM (
      SELECT position, sum(amount) AS total FROM log_position JOIN entry USING (transfer_id) GROUP BY position
    ) AS each WHERE total <> 0`.execute(house.db)
  return rows.map(({ says }) => says)
}

/** Micro-dollars: what the first so many entries of the log leave as owed. */
async function owedAt(position: number): Promise<bigint> {
  const { rows } = await sql<{ owed: bigint }>`
    SELECT -sum(entry.amount) AS owed FROM log_position JOIN entry USING (transfer_id) JOIN account ON account.id = account_id
    WHERE position < ${position} AND kind IN ('earnings', 'referral', 'bonus', 'invested', 'withdrawing', 'suspense')`.execute(
    house.db,
  )
  return there(rows[0]).owed
}

describe('a proof, and every beginning of the log', () => {
  test(
    'of random stories: the total is what so many entries leave, and each beginning is a state of the books',
    { timeout },
    async () => {
      let told = 0
      await fc.assert(
        fc.asyncProperty(stories, async ({ before, swapped, most, meanwhile, wait }) => {
          await house.clock.move(DAY)
          await postAll(before)
          if (swapped) await swapNumbers()
          const moving = postAll(meanwhile)
          await pause(wait)
          if (most > 0) await numberEntries(house.db, { most, stopping: AbortSignal.abort() })
          await makeProof(house.db, thread)
          await moving
          await numberEntries(house.db)
          const [proof] = await readTransaction(house.db, publishedProofs)
          const { total, position } = there(proof)
          expect(await owedAt(position)).toBe(fromWire(total))
          told += 1
          if (told % LOOKED_AT === 0) expect(await wrongBeginnings()).toEqual([])
        }),
        { numRuns: RUNS, endOnFailure: true },
      )
      expect(await wrongBeginnings()).toEqual([])
    },
  )
})
