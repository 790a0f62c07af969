/** That the kinds of transfers are the same to the books, the rules and the texts, and mean what they say. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TransferKind } from '#ledger/contract.ts'
import { THROUGH_CUSTODY, TRANSFER_KINDS } from '#ledger/rules.ts'
import { sumMoved, sumMovedByPlan } from '../src/figures/store.ts'
import { postEveryKind } from './support/every-posting.ts'
import { openInvestingHouse } from './support/investing-house.ts'
import { opened } from './support/opened.ts'

const house = opened(openInvestingHouse)
let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  await postEveryKind(house)
})
afterAll(async () => {
  await owner.end()
})

/** The kinds that a definition of the database names, in the order of their letters. */
async function namedIn(definition: string): Promise<string[]> {
  const { rows } = await sql.raw<{ text: string }>(`SELECT (SELECT ${definition}) AS text`).execute(house.db)
  return [...(rows[0]?.text ?? '').matchAll(/'([^']+)'::transfer_kind/g)].map(([, kind]) => kind ?? '').toSorted()
}

test('the database, the wire and the rules know the same kinds', async () => {
  const kinds = TRANSFER_KINDS.toSorted()
  expect(TransferKind.anyOf.map((kind) => kind.const).toSorted()).toEqual(kinds)
  const { rows } = await sql<{ kinds: string }>`
    SELECT array_to_string(enum_range(NULL::transfer_kind), ',') AS kinds`.execute(house.db)
  expect(rows[0]?.kinds.split(',').toSorted()).toEqual(kinds)
  for (const index of ['transfer_through_custody', 'transfer_of_record_through_custody']) {
    expect(await namedIn(`pg_get_indexdef('${index}'::regclass)`), index).toEqual(THROUGH_CUSTODY.toSorted())
  }
})

test('no transfer moves custody but those of the kinds that may', async () => {
  const { rows } = await sql<{ kind: string; through: boolean }>`
    SELECT transfer.kind, bool_or(account.kind = 'custody') AS through
    FROM transfer JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
    GROUP BY transfer.kind`.execute(house.db)
  expect(rows.length).toBeGreaterThan(10)
  const through = rows.flatMap(({ kind, through: moved }) => (moved ? [kind] : []))
  expect(THROUGH_CUSTODY).toEqual(expect.arrayContaining(through))
})

test('what has moved through the payment wallets is read by their index', async () => {
  const plan = await house.write(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx)
    await sql`SET LOCAL enable_bitmapscan = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN SELECT id FROM transfer
      WHERE effective_at >= ${house.clock.now()} AND kind = ANY(${THROUGH_CUSTODY})`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('transfer_through_custody')
  const [moved] = await house.write((tx) => sumMoved(tx, [new Date(0), house.clock.now()]))
  expect(moved?.own_in).toBe(1_000_000_000n)
})

test('principal that comes back early is counted as what comes back at the end is', async () => {
  const { rows } = await sql<{ back: string }>`
    SELECT sum(entry.amount)::text AS back FROM transfer JOIN entry ON entry.transfer_id = transfer.id
    JOIN account ON account.id = entry.account_id
    WHERE account.kind = 'invested' AND entry.amount > 0`.execute(house.db)
  const moved = await house.write((tx) => sumMovedByPlan(tx, [new Date(0), new Date(house.clock.now().getTime() + 1)]))
  expect(moved.reduce((total, { back }) => total + back, 0n)).toBe(BigInt(rows[0]?.back ?? ''))
})

test('the database takes no other kind', async () => {
  const insert = `INSERT INTO transfer (id, key, kind, reference_kind, reference_id, job, effective_at)
    VALUES (nextval('transfer_number'), 0, 'given for a test', 'user', gen_random_uuid(), 'test', database_now())`
  await expect(owner.query(insert)).rejects.toMatchObject({ code: '22P02' })
})
