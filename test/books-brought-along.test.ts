/** What the migrations make of books that an early version kept: names without owners, keys as texts, postings without acts. */
import type pg from 'pg'
import { expect, test } from 'vitest'
import { post } from '#ledger/post.ts'
import { reasonsOf } from '#audit/reasons.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { openDatabase } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { checkBooks } from '#ledger/check-books.ts'
import { microUsd } from '#money/micro-usd.ts'
import { migrate } from '#postgres/migrate.ts'
import { type EmptyBooks, emptyBooks } from './support/earlier-books.ts'

/** The last migration of the version that kept them. */
const LAST = '0046'
const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [OWNER, INVESTOR, WALLET] = [id(1), id(2), id(3)]
const [EARNINGS, BONUS] = [`investor/${INVESTOR}/earnings`, `investor/${INVESTOR}/bonus`]

const PEOPLE = `
  INSERT INTO app_user (id, name, email, phone, country, password_hash, password_set_at, roles, terms_version, terms_accepted_at, created_at)
  SELECT id, name, name || '@mail.plumb.test', '', '', 'none', now(), roles, '1', now(), now()
  FROM (VALUES ('${OWNER}'::uuid, 'owner', '{owner}'::text[]), ('${INVESTOR}', 'investor', '{}')) AS person (id, name, roles);
  INSERT INTO wallet (id, name, address, network, created_at)
  VALUES ('${WALLET}', 'Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bitcoin', now());
  SELECT ledger_open(jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'name', name, 'side', side, 'floor', 0)), now())
  FROM (VALUES ('${EARNINGS}', -1), ('${BONUS}', -1), ('custody/${WALLET}', 1), ('suspense/${WALLET}', -1)) AS opened (name, side);`

type Old = {
  /** carries the moment at which it was made, as every id does */
  id: string
  key: string
  kind: string
  reference: [kind: string, id: string]
  by: string | null
  reverses?: string
  lines: [account: string, amount: number][]
}
const OLD: readonly Old[] = [
  {
    ...{ id: id(10), key: `wallet/${WALLET}/funds/1`, kind: 'funds in', reference: ['wallet', WALLET], by: OWNER },
    lines: [
      [`custody/${WALLET}`, 900_000_000],
      ['equity/capital', -900_000_000],
    ],
  },
  {
    ...{ id: id(20), key: `user/${INVESTOR}/top-up/1`, kind: 'top up', reference: ['user', INVESTOR], by: OWNER },
    lines: [
      ['equity/adjustments', 70_000_001],
      [EARNINGS, -50_000_000],
      [BONUS, -20_000_001],
    ],
  },
  {
    ...{
      id: id(30),
      key: `user/${INVESTOR}/earned/1`,
      kind: 'investment earned',
      reference: ['user', INVESTOR],
      by: null,
    },
    lines: [
      ['expense/yield', 333_333],
      [EARNINGS, -333_333],
    ],
  },
  {
    ...{
      id: id(40),
      key: `reversal/${id(30)}`,
      kind: 'reversal',
      reference: ['user', INVESTOR],
      by: null,
      reverses: id(30),
    },
    lines: [
      ['expense/yield', -333_333],
      [EARNINGS, 333_333],
    ],
  },
]
/** Written down after the posting, in the same second. */
const ACTS = `
  INSERT INTO audit_entry (id, at, actor_id, action, subject_kind, subject_id, reason) VALUES
    ('${id(11)}', now(), '${OWNER}', 'record funds', 'wallet', '${WALLET}', 'own capital'),
    ('${id(21)}', now(), '${OWNER}', 'top up user', 'user', '${INVESTOR}', 'a welcome');`

/** A database as that version left it; `by` is done to its books last. */
async function oldBooks(by = ''): Promise<EmptyBooks> {
  const books = await emptyBooks(LAST)
  const { client } = books
  await client.query(PEOPLE)
  for (const { id: transferId, key, kind, reference, by: actor, reverses = null, lines } of OLD) {
    const [reference_kind, reference_id] = reference
    const entries = lines.map(([account, amount]) => ({ account, amount: String(amount) }))
    const transfer = {
      ...{ id: transferId, key, fingerprint: key, kind, reference_kind, reference_id, reverses, corrects: null },
      ...{ actor_id: actor, job: actor === null ? 'accrual' : null, effective_at: new Date(), entries },
    }
    await client.query('SELECT ledger_post($1::jsonb)', [JSON.stringify([transfer])])
  }
  await client.query(ACTS)
  if (by !== '') await client.query(by)
  return books
}

type Line = {
  reference: string
  kind: string
  effective_at: Date
  account: string
  sequence: string
  amount: string
  after: string
}

/** All that the books say, without the ids that they have. */
async function told(client: pg.Client): Promise<Line[]> {
  const { rows } = await client.query<Line>(
    `SELECT reference_kind || '/' || reference_id AS reference, transfer.kind::text, effective_at, account.name AS account,
       entry.sequence::text, amount::text, balance_after::text AS after
     FROM entry JOIN transfer ON transfer.id = transfer_id JOIN account ON account.id = account_id
     ORDER BY transfer.created_at, account.name`,
  )
  return rows
}

test('old books keep every line, amount and balance, and pass every check', async () => {
  const { client, connectionString } = await oldBooks()
  const before = await told(client)
  expect(before).toHaveLength(9)
  await migrate({ connectionString })
  expect(await told(client)).toEqual(before)

  const { rows: accounts } = await client.query(
    `SELECT kind, owner_id, side, floor::text, balance::text, version FROM account WHERE version > 0 ORDER BY kind`,
  )
  const account = (kind: string, owner: string | null, side: number, balance: number, version: number) => ({
    ...{ kind, owner_id: owner, side, floor: owner === null ? null : '0', balance: String(balance), version },
  })
  expect(accounts).toEqual([
    account('adjustments', null, -1, -70_000_001, 1),
    account('bonus', INVESTOR, -1, 20_000_001, 1),
    account('capital', null, -1, 900_000_000, 1),
    account('custody', WALLET, 1, 900_000_000, 1),
    account('earnings', INVESTOR, -1, 50_000_000, 3),
    account('yield', null, 1, 0, 2),
  ])
  const { rows: reversal } = await client.query(
    `SELECT reversed.kind FROM transfer JOIN transfer AS reversed ON reversed.id = transfer.reverses`,
  )
  expect(reversal).toEqual([{ kind: 'investment earned' }])
})

test('a reason is found by the act that came with its posting, and an old key still posts once', async () => {
  const { client, connectionString } = await oldBooks()
  await migrate({ connectionString })
  const { db } = openDatabase({ connectionString }, { log: () => {} })
  const { rows } = await client.query<{ id: bigint }>('SELECT id FROM transfer ORDER BY id')
  await transaction(db, async (tx) => {
    expect([...(await reasonsOf(tx, rows)).values()]).toEqual(['own capital', 'a welcome'])
    const again = {
      key: `user/${INVESTOR}/earned/1`,
      kind: 'investment earned',
      reference: { kind: 'user', id: INVESTOR },
    } as const
    const entries = (amount: bigint) =>
      [
        { account: 'expense/yield', side: 'debit', amount: microUsd(amount) },
        { account: `investor/${INVESTOR}/earnings`, side: 'credit', amount: microUsd(amount) },
      ] as const
    const at = (await databaseClock(tx)).now()
    const posted = await post(tx, { job: 'accrual' }, at, [{ ...again, entries: entries(333_333n) }])
    expect(posted).toMatchObject([{ transferId: rows[2]?.id, replayed: true }])
    await post(tx, { job: 'accrual' }, at, [{ ...again, key: 'the next', entries: entries(5n) }])
    expect(await checkBooks(tx)).toEqual([])
  })
  await db.destroy()
})

test('they refuse what they refused before', async () => {
  const { client, connectionString } = await oldBooks()
  await migrate({ connectionString })
  await expect(client.query(`UPDATE transfer SET kind = 'top up'`)).rejects.toMatchObject({ code: 'PLB05' })
  await expect(client.query('DELETE FROM transfer')).rejects.toMatchObject({ code: 'PLB05' })
  await expect(client.query('DELETE FROM entry')).rejects.toMatchObject({ code: 'PLB05' })
  await expect(client.query('UPDATE account SET balance = balance + 1')).rejects.toMatchObject({ code: 'PLB06' })
})

test('books that are wrong are not brought along', async () => {
  const { connectionString } = await oldBooks(
    `ALTER TABLE account DISABLE TRIGGER account_follows_entries;
     UPDATE account SET balance = balance + 1 WHERE name = 'equity/capital';
     ALTER TABLE account ENABLE TRIGGER account_follows_entries`,
  )
  await expect(migrate({ connectionString })).rejects.toThrow('the books are wrong: account equity/capital differs')
})
