import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase, type Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { type BooksMark, presentMark } from '#ledger/proof/mark.ts'
import { proveAll, type Wrong } from '#ledger/proof/proof.ts'
import { postEveryKind } from '../../../test/support/every-posting.ts'
import { type InvestingHouse, openInvestingHouse } from '../../../test/support/investing-house.ts'
import { anInvestor, usd } from '../../../test/support/people.ts'
import { give } from '../../../test/support/money.ts'
import { isDue, openBooksChecks } from './check.ts'
import { selectBooksCheck } from './check-store.ts'
import { EVERY_PROOF } from './every-proof.ts'
import { checkedBooks } from './read-check.ts'

let house: InvestingHouse
/** As whoever may lift what the database refuses. */
let owner: Database
let mark: BooksMark

/**
 * Other tests write on the same server, and what was written while they were at it counts as changed: until all is over
 * that was under way.
 */
async function othersAreOver(): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT pg_current_xact_id()::text AS id`.execute(house.db)
  const isOver = async () => {
    const { rows: seen } = await sql<{ over: boolean }>`
      SELECT pg_snapshot_xmin(pg_current_snapshot()) > ${rows[0]?.id ?? ''}::xid8 AS over`.execute(house.db)
    return seen[0]?.over
  }
  while (!(await isOver())) await pause(20)
}

beforeAll(async () => {
  house = await openInvestingHouse()
  await postEveryKind(house)
  owner = openDatabase({ connectionString: house.ownerUrl }, { size: 2, log: () => {} }).db
  await othersAreOver()
  mark = await readTransaction(house.db, presentMark)
})
afterAll(async () => {
  await owner.destroy()
  await house.close()
})

const wrongIn = async (tx: Tx, since: BooksMark | null): Promise<Wrong[]> =>
  (await proveAll({ tx, since }, EVERY_PROOF)).flatMap(({ wrong }) => wrong ?? [])

class Undone extends Error {}

/** What is found after damage that the database was kept from refusing, and that is undone then. */
async function after(damage: readonly string[]): Promise<{ full: Wrong[]; since: Wrong[] }> {
  const found: { full: Wrong[]; since: Wrong[] } = { full: [], since: [] }
  const attempt = transaction(owner, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    for (const statement of damage) {
      const { numAffectedRows } = await sql.raw(statement).execute(tx)
      if (numAffectedRows === 0n) throw new Error(`changes nothing: ${statement}`)
    }
    found.full = await wrongIn(tx, null)
    found.since = await wrongIn(tx, mark)
    throw new Undone()
  })
  await expect(attempt).rejects.toThrow(Undone)
  return found
}

const one = async (query: string): Promise<string> => {
  const { rows } = await sql.raw<{ one: string }>(query).execute(owner)
  if (rows[0] === undefined) throw new Error(`nothing: ${query}`)
  return rows[0].one
}
const A_CHAIN = `SELECT account_id FROM entry GROUP BY account_id HAVING count(*) > 3 ORDER BY account_id LIMIT 1`

/**
 * Each: what is broken, by which statements (`$1` is what `of` selects), what is said of it, and whether it lies in
 * what has changed. What was written before the mark and changed behind the app's back is for the nightly look at all.
 */
type Damage = { of: string; by: string[]; says: RegExp; since: boolean }
const EXTRA = (transfer: string, reference: string) => [
  `INSERT INTO transfer (id, idempotency_key, kind, reference_kind, reference_id, job, effective_at)
   SELECT '${transfer}', '${transfer}', kind, reference_kind, reference_id, 'test', effective_at FROM transfer WHERE ${reference} LIMIT 1`,
  `INSERT INTO entry (account_id, sequence, transfer_id, amount, balance_after)
   SELECT account.id, account.version + 1, '${transfer}', entry.amount, account.balance + account.side * entry.amount
   FROM transfer JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
   WHERE transfer.id = (SELECT id FROM transfer WHERE ${reference} AND id <> '${transfer}' LIMIT 1)`,
  `UPDATE account SET version = version + 1, balance = (SELECT balance_after FROM entry WHERE transfer_id = '${transfer}' AND account_id = account.id)
   WHERE id IN (SELECT account_id FROM entry WHERE transfer_id = '${transfer}')`,
]
const DAMAGE: Record<string, Damage> = {
  'an amount of an entry is a micro-dollar larger': {
    of: `SELECT transfer_id::text AS one FROM entry ORDER BY transfer_id LIMIT 1`,
    by: [`UPDATE entry SET amount = amount + 1 WHERE transfer_id = '$1' AND amount > 0`],
    says: /^The entries of the transfer \$1 come to \$0\.000001; they should come to \$0\.000000\.$/,
    since: false,
  },
  'a balance is a micro-dollar larger': {
    of: `SELECT name AS one FROM account WHERE balance > 0 ORDER BY name LIMIT 1`,
    by: [`UPDATE account SET balance = balance + 1 WHERE name = '$1'`],
    says: /^The balance of \$1 is \(?\$[\d,]+\.\d{5}1\)?; after its last entry it should be \(?\$[\d,]+\.\d{5}0\)?\.$/,
    since: true,
  },
  'the balance after an entry in the middle of an account': {
    of: `SELECT name AS one FROM account WHERE id = (${A_CHAIN})`,
    by: [
      `UPDATE entry SET balance_after = balance_after + 1 WHERE sequence = 2 AND account_id = (SELECT id FROM account WHERE name = '$1')`,
    ],
    says: /^Entry 2 of \$1 says that the balance is \(?\$[\d,]+\.\d{6}\)? after it; with what stood before and its amount it should be \(?\$[\d,]+\.\d{6}\)?\.$/,
    since: false,
  },
  'a transfer is missing': {
    of: `SELECT id::text AS one FROM transfer WHERE kind = 'top up' ORDER BY id LIMIT 1`,
    by: [`DELETE FROM transfer WHERE id = '$1'`],
    says: /^Entry \d+ of \S+: its transfer \$1 is missing\.$/,
    since: false,
  },
  'an entry is missing': {
    of: `SELECT name AS one FROM account WHERE id = (${A_CHAIN})`,
    by: [`DELETE FROM entry WHERE sequence = 2 AND account_id = (SELECT id FROM account WHERE name = '$1')`],
    says: /^Entry 3 of \$1: entry 2 before it is missing\.$/,
    since: false,
  },
  'the last entry of an account is missing': {
    of: `SELECT name AS one FROM account WHERE id = (${A_CHAIN})`,
    by: [
      `DELETE FROM entry USING account WHERE account.name = '$1' AND account_id = account.id AND sequence = version`,
    ],
    says: /^The balance of \$1 is \(?\$[\d,]+\.\d{6}\)?; after its last entry it should be \(?\$[\d,]+\.\d{6}\)?\.$/,
    since: false,
  },
  'an investment is a micro-dollar larger': {
    of: `SELECT id::text AS one FROM investment WHERE status = 'approved' ORDER BY id LIMIT 1`,
    by: [`UPDATE investment SET amount = amount + 1 WHERE id = '$1'`],
    says: /^The investment \$1 requires \(?\$[\d,]+\.\d{5}1\)? on \S+; \(?\$[\d,]+\.\d{5}0\)? is posted for it there\.$/,
    since: true,
  },
  'an investment has another state': {
    of: `SELECT id::text AS one FROM investment WHERE status = 'approved' ORDER BY id LIMIT 1`,
    by: [`UPDATE investment SET status = 'completed', completed_at = accrued_at WHERE id = '$1'`],
    says: /^The investment \$1 is completed; the decisions on it lead to another state\.$/,
    since: true,
  },
  'an investment has earned a micro-dollar more': {
    of: `SELECT id::text AS one FROM investment WHERE status = 'approved' ORDER BY id LIMIT 1`,
    by: [`UPDATE investment SET earned_posted = earned_posted + 1 WHERE id = '$1'`],
    says: /^The investment \$1 has earned \(?\$[\d,]+\.\d{6}\)?; by its amount, rate and time it should be \(?\$[\d,]+\.\d{6}\)?\.$/,
    since: true,
  },
  'a withdrawal is completed without a payout': {
    of: `SELECT id::text AS one FROM withdrawal WHERE status = 'pending' ORDER BY id LIMIT 1`,
    by: [`UPDATE withdrawal SET status = 'completed' WHERE id = '$1'`],
    says: /^The withdrawal \$1 requires \(?\$[\d,]+\.\d{6}\)? on custody\/\S+; \$0\.000000 is posted for it there\.$/,
    since: true,
  },
  'a referral is paid twice': {
    of: `SELECT reference_id::text AS one FROM transfer WHERE kind = 'referral bonus' LIMIT 1`,
    by: EXTRA(newId(), `kind = 'referral bonus'`),
    says: /^The referral \$1 requires \(?\$[\d,]+\.\d{6}\)? on expense\/referral; \(?\$[\d,]+\.\d{6}\)? is posted for it there\.$/,
    since: true,
  },
  'money in suspense lost the investment that it came in for': {
    of: `SELECT id::text AS one FROM investment WHERE received > refunded LIMIT 1`,
    by: [`DELETE FROM investment WHERE id = '$1'`],
    says: /^The transfer \S+ belongs to the investment \$1, which is not there\.$/,
    since: false,
  },
  'an investment uses held money of somebody else': {
    of: `SELECT id::text AS one FROM investment WHERE from_suspense IS NOT NULL LIMIT 1`,
    by: [
      `UPDATE investment SET from_suspense = (SELECT id FROM investment AS other WHERE other.user_id <> investment.user_id UNION ALL SELECT gen_random_uuid() LIMIT 1) WHERE id = '$1'`,
    ],
    says: /^The investment \$1 uses money that came in for somebody else, or at another wallet\.$/,
    since: true,
  },
  'custody without what came in': {
    of: `SELECT name AS one FROM account WHERE kind = 'custody' AND balance > 0 LIMIT 1`,
    by: [
      `DELETE FROM entry WHERE transfer_id = (SELECT id FROM transfer WHERE kind = 'funds in')`,
      `DELETE FROM transfer WHERE kind = 'funds in'`,
    ],
    says: /^The line \S+ of the audit log requires \(?\$[\d,]+\.\d{6}\)? on (custody|equity)\/\S+; \$0\.000000 is posted with it there\.$/,
    since: false,
  },
  'an account is below its floor': {
    of: `SELECT name AS one FROM account WHERE kind = 'withdrawing' AND balance = 0 LIMIT 1`,
    by: [`ALTER TABLE account DROP CONSTRAINT account_floor`, `UPDATE account SET balance = -1 WHERE name = '$1'`],
    says: /^The balance of \$1 is \(\$0\.000001\); after its last entry it should be \$0\.000000\.$/,
    since: true,
  },
  'an extra transfer for a record': {
    of: `SELECT reference_id::text AS one FROM transfer WHERE kind = 'withdrawal held' LIMIT 1`,
    by: EXTRA(newId(), `kind = 'withdrawal held'`),
    says: /^The withdrawal \$1 requires \(?\$[\d,]+\.\d{6}\)? on \S+; \(?\$[\d,]+\.\d{6}\)? is posted for it there\.$/,
    since: true,
  },
  'a top-up is posted with another amount than the audit log says': {
    of: `SELECT reference_id::text AS one FROM transfer WHERE kind = 'top up' LIMIT 1`,
    by: [
      `UPDATE entry SET amount = amount * 2 WHERE transfer_id = (SELECT id FROM transfer WHERE kind = 'top up' LIMIT 1)`,
    ],
    says: /^The line \S+ of the audit log requires \(?\$[\d,]+\.\d{6}\)? on \S+; \(?\$[\d,]+\.\d{6}\)? is posted with it there\.$/,
    since: false,
  },
}

describe('the books of a story in which every kind of movement happens', () => {
  test('are clean, in full and since the mark', async () => {
    expect(await readTransaction(house.db, (tx) => wrongIn(tx, null))).toEqual([])
    expect(await readTransaction(house.db, (tx) => wrongIn(tx, mark))).toEqual([])
  })

  test('are looked at whole, and since the mark only where something has changed', async () => {
    const full = await readTransaction(house.db, (tx) => proveAll({ tx, since: null }, EVERY_PROOF))
    expect(full.filter(({ looked }) => looked === 0)).toEqual([])
    const since = await readTransaction(house.db, (tx) => proveAll({ tx, since: mark }, EVERY_PROOF))
    expect(since.filter(({ name, looked }) => looked > 0 && !name.startsWith('All accounts'))).toEqual([])
  })

  test.each(Object.entries(DAMAGE))('are wrong where %s', async (_name, { of, by, says, since }) => {
    const place = await one(of)
    const found = await after(by.map((statement) => statement.replaceAll('$1', place)))
    const expected = new RegExp(says.source.replaceAll('\\$1', place))
    expect(found.full.map((wrong) => wrong.says)).toContainEqual(expect.stringMatching(expected))
    if (since) expect(found.since.map((wrong) => wrong.says)).toContainEqual(expect.stringMatching(expected))
  })
})

describe('a check by the app', () => {
  const kept = () => readTransaction(house.db, selectBooksCheck)
  const told: string[] = []
  const open = () => openBooksChecks({ db: house.db, tell: (line) => told.push(line) })

  test('moves the mark to what it has seen, and then looks at what is new alone', async () => {
    const checks = open()
    expect(await readTransaction(house.db, (tx) => checkedBooks(tx, checks))).toMatchObject({
      checking: false,
      last: null,
    })
    await othersAreOver()
    await checks.check({ whole: false })
    expect(await kept()).toMatchObject({ outcome: 'clean', whole: true })
    await give(house.db, await anInvestor(house.db), 'earnings', usd(3))
    await othersAreOver()
    await checks.check({ whole: false })
    const second = await kept()
    expect(second).toMatchObject({ outcome: 'clean', whole: false })
    expect(second?.proofs[0]?.looked).toBe(1)
    await checks.check({ whole: false })
    expect((await kept())?.proofs[0]?.looked).toBe(0)
  })

  test('is one, however many ask at once, in however many processes', async () => {
    const client = new pg.Client({ connectionString: house.ownerUrl })
    await client.connect()
    try {
      await client.query(`CREATE TABLE written (); CREATE FUNCTION count_written() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        $$ BEGIN INSERT INTO written DEFAULT VALUES; RETURN NULL; END $$;
        CREATE TRIGGER written AFTER INSERT OR UPDATE ON books_check FOR EACH ROW EXECUTE FUNCTION count_written()`)
      const checks = open()
      await Promise.all(Array.from({ length: 100 }, () => checks.check({ whole: false })))
      expect((await client.query('SELECT FROM written')).rowCount).toBe(1)
      await Promise.all([open(), open(), open()].map((other) => other.check({ whole: false })))
      expect((await kept())?.outcome).toBe('clean')
    } finally {
      await client.query('DROP TRIGGER written ON books_check')
      await client.end()
    }
  })

  test('is not misled by what is posted meanwhile', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => anInvestor(house.db)))
    const checks = open()
    let posting = true
    const postings = people.map(async (investor) => {
      while (posting) await give(house.db, investor, 'earnings', usd(1))
    })
    for (let turn = 0; turn < 6; turn += 1) {
      await checks.check({ whole: false })
      expect((await kept())?.outcome).toBe('clean')
    }
    posting = false
    await Promise.all(postings)
    expect(await readTransaction(house.db, (tx) => wrongIn(tx, null))).toEqual([])
    await checks.check({ whole: false })
    expect(await kept()).toMatchObject({ outcome: 'clean', whole: false })
  })

  test('sets no mark over what is wrong, says it once, and goes on in full until it is right', async () => {
    const checks = open()
    const before = await kept()
    const amount = (by: number) =>
      transaction(owner, async (tx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(tx)
        await sql`UPDATE investment SET amount = amount + ${by} WHERE status = 'approved'`.execute(tx)
      })
    const mails = () =>
      house.db.selectFrom('message').selectAll().where('subject', '=', 'The books are wrong').execute()
    await amount(1)
    told.length = 0
    await checks.check({ whole: false })
    const wrong = await kept()
    expect(wrong).toMatchObject({ outcome: 'wrong', mark: before?.mark })
    expect(told[0]).toMatch(/^THE BOOKS ARE WRONG: The investment \S+ requires/)
    expect((await mails())[0]?.content).toMatch(/requires \(?\$[\d,]+\.\d{6}\)?/)
    const sent = (await mails()).length
    await checks.check({ whole: false })
    expect(await kept()).toMatchObject({ outcome: 'wrong', whole: true, mark: before?.mark })
    expect((await mails()).length).toBe(sent)
    await amount(-1)
    await checks.check({ whole: false })
    expect(await kept()).toMatchObject({ outcome: 'clean', whole: true })
    expect((await kept())?.mark).not.toEqual(before?.mark)
  })

  test('that fails is kept as failed, and leaves the mark where it was', async () => {
    const before = await kept()
    await sql`ALTER TABLE referral RENAME TO elsewhere`.execute(owner)
    try {
      await open().check({ whole: false })
      expect(await kept()).toMatchObject({ outcome: 'failed', mark: before?.mark, whole_at: before?.whole_at })
    } finally {
      await sql`ALTER TABLE elsewhere RENAME TO referral`.execute(owner)
    }
    await open().check({ whole: false })
    expect(await kept()).toMatchObject({ outcome: 'clean', whole: true })
  })

  test('of the whole is due once after three in the night', () => {
    const at = (time: string) => new Date(`2026-03-02T${time}Z`)
    expect(isDue({ whole_at: null }, at('12:00'))).toBe(true)
    expect(isDue({ whole_at: at('02:59') }, at('03:00'))).toBe(true)
    expect(isDue({ whole_at: at('03:00') }, at('23:00'))).toBe(false)
    expect(isDue({ whole_at: at('03:00') }, new Date('2026-03-03T02:59Z'))).toBe(false)
  })
})
