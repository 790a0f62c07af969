import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#kit/database.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { type BooksMark, isUsable, presentMark } from '#ledger/proof/mark.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import { LOG_PROOFS } from '#log/proof/proofs.ts'
import { afterDamage, othersAreOver, wrongIn } from '../../../test/support/damaged-books.ts'
import { postEveryKind } from '../../../test/support/every-posting.ts'
import { type InvestingHouse, openInvestingHouse } from '../../../test/support/investing-house.ts'
import { anAdministrator, anInvestor, usd } from '../../../test/support/people.ts'
import { topUp } from '../../../test/support/money.ts'
import { keepDay } from '../days/keep-day.ts'
import { fundsJobs } from '../jobs.ts'
import { isDue, openBooksChecks } from './check.ts'
import { selectBooksCheck } from './check-store.ts'
import { EVERY_PROOF } from './every-proof.ts'
import { checkedBooks } from './read-check.ts'

let house: InvestingHouse
/** As whoever may lift what the database refuses. */
let owner: Database
let mark: BooksMark

beforeAll(async () => {
  house = await openInvestingHouse()
  await postEveryKind(house)
  await house.days(1.5)
  await keepDay(house.db)
  owner = openDatabase({ connectionString: house.ownerUrl }, { size: 2, log: () => {} }).db
  await othersAreOver(house.db)
  mark = await readTransaction(house.db, presentMark)
})
afterAll(async () => {
  await owner.destroy()
  await house.close()
})

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
const EXTRA = (transfer: number, reference: string) => [
  `INSERT INTO transfer (id, key, kind, reference_kind, reference_id, job, effective_at)
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
    by: [
      `UPDATE investment SET status = 'completed', completed_at = (SELECT accrued_at FROM investment_earning WHERE investment_id = id) WHERE id = '$1'`,
    ],
    says: /^The investment \$1 is completed; the decisions on it lead to another state\.$/,
    since: true,
  },
  'an investment has earned a micro-dollar more': {
    of: `SELECT id::text AS one FROM investment WHERE status = 'approved' ORDER BY id LIMIT 1`,
    by: [`UPDATE investment_earning SET earned_posted = earned_posted + 1 WHERE investment_id = '$1'`],
    says: /^The investment \$1 has earned \(?\$[\d,]+\.\d{6}\)?; by its amount, rate and time it should be \(?\$[\d,]+\.\d{6}\)?\.$/,
    since: true,
  },
  'the terms of an investment are others': {
    of: `SELECT id::text AS one FROM investment WHERE status = 'approved' ORDER BY id LIMIT 1`,
    by: [
      `UPDATE investment_terms SET amount = amount + 1 WHERE (investment_id, version) = (SELECT id, version FROM investment WHERE id = '$1')`,
    ],
    says: /^The investment \$1 is not what its terms of version \d+ say\.$/,
    since: false,
  },
  'an investment was completed later': {
    of: `SELECT id::text AS one FROM investment WHERE status = 'completed' AND exit_quote_id IS NULL ORDER BY id LIMIT 1`,
    by: [`UPDATE investment SET completed_at = completed_at + interval '25 hours' WHERE id = '$1'`],
    says: /^The investment \$1 is not what its terms of version \d+ say\.$/,
    since: true,
  },
  'an investment was completed later, by one more version': {
    of: `SELECT id::text AS one FROM investment WHERE status = 'completed' AND exit_quote_id IS NULL ORDER BY id LIMIT 1`,
    by: [
      `UPDATE investment SET completed_at = completed_at + interval '25 hours', version = version + 1 WHERE id = '$1'`,
      `INSERT INTO investment_terms
        SELECT investment_id, version + 1, status, amount, daily_roi, duration, began_at, early_roi, plan_id, completed_at + interval '25 hours'
        FROM investment_terms WHERE investment_id = '$1' ORDER BY version DESC LIMIT 1`,
    ],
    says: /^The investment \$1 was completed at no moment at which anything was posted or decided for it\.$/,
    since: true,
  },
  'an investment was on another plan before': {
    of: `SELECT id::text AS one FROM investment WHERE status = 'approved' ORDER BY id LIMIT 1`,
    by: [`UPDATE investment_terms SET plan_id = gen_random_uuid() WHERE investment_id = '$1' AND version = 0`],
    says: /^The investment \$1 is not what its terms of version \d+ say\.$/,
    since: false,
  },
  'a kept day had a micro-dollar more': {
    of: `SELECT day::text AS one FROM books_day ORDER BY day LIMIT 1`,
    by: [`UPDATE books_day SET earnings = earnings + 1 WHERE day = '$1'`],
    says: /^Of the day \$1, on accounts of the kind earnings, \(?\$[\d,]+\.\d{5}1\)? was kept; \(?\$[\d,]+\.\d{5}0\)? had been posted by its end\.$/,
    since: false,
  },
  'what counts from a kept day was posted after it': {
    of: `SELECT day::text AS one FROM books_day ORDER BY day LIMIT 1`,
    by: [
      `UPDATE transfer SET effective_at = '$1'::date + 2 WHERE id =
        (SELECT id FROM transfer WHERE effective_at < '$1'::date + 1 AND kind = 'top up' LIMIT 1)`,
    ],
    says: /^Of the day \$1, on accounts of the kind \w+, \(?\$[\d,.]+\)? was kept; \(?\$[\d,.]+\)? had been posted by its end\.$/,
    since: false,
  },
  'an investment is on another plan': {
    of: `SELECT id::text AS one FROM investment WHERE status = 'approved' ORDER BY id LIMIT 1`,
    by: [
      `INSERT INTO plan SELECT (jsonb_populate_record(plan, '{"id": "01890000-0000-7000-8000-000000000001", "name": "Another"}')).*
       FROM plan LIMIT 1`,
      `UPDATE investment SET plan_id = '01890000-0000-7000-8000-000000000001' WHERE id = '$1'`,
    ],
    says: /^The investment \$1 is not what its terms of version \d+ say\.$/,
    since: true,
  },
  'an investment runs, and nobody counts what it earns': {
    of: `SELECT id::text AS one FROM investment WHERE status = 'approved' ORDER BY id LIMIT 1`,
    by: [`UPDATE investment_earning SET accrued_at = NULL WHERE investment_id = '$1'`],
    says: /^The investment \$1 is not what its terms of version \d+ say\.$/,
    since: true,
  },
  'an investment has lost its terms': {
    of: `SELECT id::text AS one FROM investment WHERE status = 'approved' ORDER BY id LIMIT 1`,
    by: [`DELETE FROM investment_terms WHERE investment_id = '$1'`],
    says: /^The investment \$1 is not what its terms of version \d+ say\.$/,
    since: false,
  },
  'the terms of an earning are others': {
    of: `SELECT transfer_id::text AS one FROM earning_share ORDER BY transfer_id LIMIT 1`,
    by: [
      `UPDATE investment_terms SET daily_roi = daily_roi * 2
       WHERE (investment_id, version) IN (SELECT investment_id, version FROM earning_share WHERE transfer_id = '$1')`,
    ],
    says: /^The transfer \$1 has \$[\d,]+\.\d{6} of the investment \S+; by the terms that it names it should be \$[\d,]+\.\d{6}\.$/,
    since: false,
  },
  'a share of earnings is missing': {
    of: `SELECT transfer_id::text AS one FROM earning_share ORDER BY transfer_id LIMIT 1`,
    by: [`DELETE FROM earning_share WHERE transfer_id = '$1'`],
    says: /^The transfer \$1 credits \$[\d,]+\.\d{6} of earnings; its shares come to \$0\.000000\.$/,
    since: false,
  },
  'earnings are shared with an investment of somebody else': {
    of: `SELECT transfer_id::text AS one FROM earning_share ORDER BY transfer_id LIMIT 1`,
    by: [
      `UPDATE transfer SET reference_id = (SELECT id FROM app_user WHERE id <> transfer.reference_id LIMIT 1) WHERE id = '$1'`,
    ],
    says: /^The transfer \$1 shares earnings with the investment \S+ of somebody else\.$/,
    since: false,
  },
  'a second is credited twice': {
    of: `SELECT transfer_id::text AS one FROM earning_share ORDER BY transfer_id LIMIT 1`,
    by: [
      `INSERT INTO earning_share SELECT investment_id, version, seconds_from, seconds_to + 1, amount, transfer_id FROM earning_share WHERE transfer_id = '$1'`,
    ],
    says: /^The transfer \$1 credits the investment \S+ with seconds that it had before\.$/,
    since: false,
  },
  'a withdrawal is completed without a payout': {
    of: `SELECT id::text AS one FROM withdrawal WHERE status = 'pending' ORDER BY id LIMIT 1`,
    by: [`UPDATE withdrawal SET status = 'completed' WHERE id = '$1'`],
    says: /^The withdrawal \$1 requires \(?\$[\d,]+\.\d{6}\)? on custody\/\S+; \$0\.000000 is posted for it there\.$/,
    since: true,
  },
  'a referral is paid twice': {
    of: `SELECT reference_id::text AS one FROM transfer WHERE kind = 'referral bonus' LIMIT 1`,
    by: EXTRA(9_000_000, `kind = 'referral bonus'`),
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
    by: EXTRA(9_000_001, `kind = 'withdrawal held'`),
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
    // nothing is in the log here: src/log/tampered.test.ts
    const ofBooks = EVERY_PROOF.filter((proof) => !LOG_PROOFS.includes(proof))
    const full = await readTransaction(house.db, (tx) => proveAll({ tx, since: null }, ofBooks))
    // no verb reverses a transfer
    expect(full.filter(({ looked, of }) => looked === 0 && of !== 'reversals')).toEqual([])
    const since = await readTransaction(house.db, (tx) => proveAll({ tx, since: mark }, EVERY_PROOF))
    expect(since.filter(({ name, looked }) => looked > 0 && !name.startsWith('All accounts'))).toEqual([])
  })

  test.each(Object.entries(DAMAGE))('are wrong where %s', async (_name, { of, by, says, since }) => {
    const place = await one(of)
    const found = await afterDamage(
      owner,
      mark,
      by.map((statement) => statement.replaceAll('$1', place)),
    )
    const expected = new RegExp(says.source.replaceAll('\\$1', place))
    expect(found.full.map((wrong) => wrong.says)).toContainEqual(expect.stringMatching(expected))
    if (since) expect(found.since.map((wrong) => wrong.says)).toContainEqual(expect.stringMatching(expected))
  })
})

describe('a mark', () => {
  const later = (): BooksMark => ({
    ...mark,
    at: new Date(mark.at.getTime() + 1000),
    oldest: String(BigInt(mark.oldest) + 1n),
  })

  test('goes with its own database alone, also on the same server', async () => {
    const others = openDatabase(
      { connectionString: house.ownerUrl.replace(/\/[^/?]+(?=\?)/, '/postgres') },
      { size: 1, log: () => {} },
    )
    try {
      const elsewhere = await readTransaction(others.db, presentMark)
      expect(isUsable(mark, later())).toBe(true)
      expect(isUsable(mark, { ...later(), server: elsewhere.server })).toBe(false)
    } finally {
      await others.db.destroy()
    }
  })

  test('is of no use where transactions are too far apart to be told from one another, or are counted anew', () => {
    const passed = (by: bigint) => ({ ...later(), oldest: String(BigInt(mark.oldest) + by) })
    expect(isUsable(mark, passed(2n ** 31n - 1_000_001n))).toBe(true)
    expect(isUsable(mark, passed(2n ** 31n))).toBe(false)
    expect(isUsable(mark, passed(-1n))).toBe(false)
  })

  test('is of no use before its own time, to which the clock was set back', () => {
    expect(isUsable(mark, { ...later(), at: new Date(mark.at.getTime() - 1) })).toBe(false)
  })
})

describe('a check by the app', () => {
  const kept = () => readTransaction(house.db, selectBooksCheck)
  const told: string[] = []
  /** Changes what running investments are of, past all that guards them. */
  const damaged = (by: number) =>
    transaction(owner, async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx)
      await sql`UPDATE investment SET amount = amount + ${by} WHERE status = 'approved'`.execute(tx)
    })
  const open = () => openBooksChecks({ db: house.db, tell: (line) => told.push(line) })

  test('moves the mark to what it has seen, and then looks at what is new alone', async () => {
    const checks = open()
    expect(await readTransaction(house.db, (tx) => checkedBooks(tx, checks))).toMatchObject({
      checking: false,
      last: null,
    })
    await othersAreOver(house.db)
    await checks.check({ whole: false })
    expect(await kept()).toMatchObject({ outcome: 'clean', whole: true })
    await topUp(house.db, house.administrator, await anInvestor(house.db), usd(3))
    await othersAreOver(house.db)
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
      while (posting) await topUp(house.db, house.administrator, investor, usd(1))
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
    const mails = () =>
      house.db.selectFrom('message').selectAll().where('subject', '=', 'The books are wrong').execute()
    await damaged(1)
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
    await damaged(-1)
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
    // the clock was a year ahead, and has been set right
    expect(isDue({ whole_at: new Date('2027-03-02T03:00Z') }, at('03:00'))).toBe(true)
  })

  test('by the nightly job tells every owner by mail and notification what is wrong, each night until it is right', async () => {
    const other = await anAdministrator(house.db)
    const checks = open()
    const [nightly] = fundsJobs({ db: house.db, books: checks })
    const news = async () => {
      const { rows } = await sql<{ receiver: string; content: string }>`
        SELECT receiver, content FROM message WHERE subject = 'The books are wrong' ORDER BY id`.execute(house.db)
      const noted = await house.db
        .selectFrom('notification')
        .selectAll()
        .where('title', '=', 'The books are wrong')
        .execute()
      return { mails: rows, noted: noted.map(({ user_id }) => user_id) }
    }
    const { rows: owners } = await sql<{ id: string; email: string }>`
      SELECT id, email FROM app_user WHERE 'owner' = ANY(roles) ORDER BY id`.execute(house.db)
    expect(owners.length).toBeGreaterThan(1)
    expect(owners.map(({ id }) => id)).toContain(other.userId)
    await damaged(1)
    try {
      for (let night = 0; night < 2; night += 1) {
        await house.days(1.5)
        const before = await news()
        told.length = 0
        await nightly?.run()
        // what was found is kept, so that the job finds nothing due before the next night
        await nightly?.run()
        const { mails, noted } = await news()
        const fresh = mails.slice(before.mails.length)
        expect(fresh.map(({ receiver }) => receiver).sort()).toEqual(owners.map(({ email }) => email).sort())
        for (const { content } of fresh)
          expect(content).toMatch(/The investment \S+ requires \(?\$[\d,]+\.\d{6}\)? on \S+;/)
        expect(noted.slice(before.noted.length).sort()).toEqual(owners.map(({ id }) => id).sort())
        expect(told.length).toBeGreaterThan(0)
      }
    } finally {
      await damaged(-1)
    }
    await checks.check({ whole: false })
    expect(await kept()).toMatchObject({ outcome: 'clean', whole: true })
  })

  test('is broken off where the app ends in the middle of it: nothing of it is kept, and the next begins where it was', async () => {
    const client = new pg.Client({ connectionString: house.ownerUrl })
    await client.connect()
    const checks = open()
    const before = await kept()
    try {
      await client.query('BEGIN; LOCK TABLE referral IN ACCESS EXCLUSIVE MODE')
      const asked = checks.check({ whole: false })
      const waiting = "SELECT FROM pg_locks WHERE relation = 'referral'::regclass AND NOT granted"
      await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1)
      const stopped = checks.stop()
      await client.query('ROLLBACK')
      await stopped
      await asked
      await checks.check({ whole: true })
    } finally {
      await client.end()
    }
    expect(checks.isChecking()).toBe(false)
    expect(await kept()).toEqual(before)
    await open().check({ whole: false })
    expect((await kept())?.mark).not.toEqual(before?.mark)
  })
})
