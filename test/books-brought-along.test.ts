/** What the migrations of the books make of books that were there before them. */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EveryPosting, postEveryKind, toldOf } from './support/every-posting.ts'
import { openInvestingHouse, problems } from './support/investing-house.ts'
import { opened } from './support/opened.ts'

/**
 * Before, no posting named its act, and the line of the audit log was written after it (but for money that an investor
 * puts to work at once), with an id of that moment.
 */
const AS_IT_WAS = `
  CREATE TEMP TABLE posted ON COMMIT DROP AS
    SELECT act_id, max(transfer.id::text) AS last FROM transfer JOIN audit_entry AS line ON line.id = act_id
    WHERE transfer.kind <> 'investment earned' AND line.action NOT IN ('save investment', 'reinvest investment')
    GROUP BY act_id;
  ALTER TABLE transfer DROP COLUMN act_id, DROP CONSTRAINT transfer_actor;
  ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_append_only;
  UPDATE audit_entry SET id = (left(last, 13) || substr(id::text, 14))::uuid FROM posted WHERE id = act_id;
  ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_append_only;
`

/** The migrations, in their order, each with what takes away again what it made. */
const MIGRATIONS = [
  {
    name: '0047_acts',
    without: `${AS_IT_WAS}; DROP PROCEDURE refuse_wrong_books(); DROP FUNCTION ledger_problems()`,
  },
  {
    name: '0048_transfer_kinds',
    without: 'ALTER TABLE transfer DROP CONSTRAINT transfer_kind',
  },
  {
    name: '0049_account_owner',
    without: `
      ALTER TABLE account DROP COLUMN owner_id, DROP COLUMN kind;
      ALTER TABLE account ADD CONSTRAINT account_has_floor
        CHECK (floor IS NOT DISTINCT FROM 0 OR name !~ '^(investor|custody|suspense)/');
      DROP FUNCTION account_name(text, uuid);
      CREATE STATISTICS account_kind
        ON (CASE WHEN name LIKE 'investor/%' THEN substr(name, 47) ELSE name END) FROM account`,
  },
]

const house = opened(openInvestingHouse)
let owner: pg.Client
let people: EveryPosting

beforeAll(async () => {
  owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  people = await postEveryKind(house)
})
afterAll(async () => {
  await owner.end()
})

/** Takes away what the migrations made, and runs them as they are, all in one transaction. */
async function again(): Promise<void> {
  const undo = MIGRATIONS.toReversed().map(({ without }) => without)
  const sources = MIGRATIONS.map(({ name }) =>
    readFile(new URL(`../db/migrations/${name}.sql`, import.meta.url), 'utf8'),
  )
  await owner.query(['BEGIN', ...undo, ...(await Promise.all(sources)), 'COMMIT'].join(';\n'))
}

type Named = { id: string; kind: string; action: string | null; reason: string | null }
const acts = async (): Promise<Named[]> => {
  const { rows } = await owner.query<Named>(
    `SELECT transfer.id, transfer.kind, line.action, line.reason
     FROM transfer LEFT JOIN audit_entry AS line ON line.id = act_id ORDER BY transfer.id`,
  )
  return rows
}

test('old books keep every line, amount, balance and reason, and pass every check', async () => {
  const told = await toldOf(house, people)
  const named = await acts()
  await again()

  expect(await toldOf(house, people)).toEqual(told)
  expect(await problems(house)).toEqual([])
  const found = await acts()
  const decided = (rows: readonly Named[]) =>
    rows.filter((row) => row.kind !== 'investment earned' && row.reason !== null)
  expect(decided(found)).toEqual(decided(named))
  expect(decided(found).length).toBeGreaterThan(8)
  // An act that was written down before its posting is not known any more, of which none has a reason; no other is made up.
  const lost = named.filter((row, place) => row.kind !== 'investment earned' && row.action !== found[place]?.action)
  expect(lost.map(({ action }) => action)).toEqual(['save investment', 'reinvest investment'])
})

test('they refuse what they refused before', async () => {
  await again()
  await expect(owner.query(`UPDATE transfer SET kind = 'top up'`)).rejects.toMatchObject({ code: 'PLB05' })
  await expect(owner.query('DELETE FROM transfer')).rejects.toMatchObject({ code: 'PLB05' })
  await expect(owner.query('UPDATE account SET balance = balance + 1')).rejects.toMatchObject({ code: 'PLB06' })
})

test('books that are wrong are not brought along', async () => {
  await owner.query('ALTER TABLE account DISABLE TRIGGER account_follows_entries')
  await owner.query(`UPDATE account SET balance = balance + 1 WHERE name = 'equity/capital'`)
  await expect(again()).rejects.toThrow('the books are wrong: account equity/capital differs')
  await owner.query('ROLLBACK')
  await owner.query(`UPDATE account SET balance = balance - 1 WHERE name = 'equity/capital'`)
  await owner.query('ALTER TABLE account ENABLE TRIGGER account_follows_entries')
  expect(await problems(house)).toEqual([])
})
