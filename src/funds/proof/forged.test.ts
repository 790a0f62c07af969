/** What an auditor looks for who knows the rules, and a thief does who knows the database: balanced, and wrong. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction } from '#kit/transaction.ts'
import { type BooksMark, presentMark } from '#ledger/proof/mark.ts'
import { afterDamage, forged, othersAreOver, wrongIn } from '../../../test/support/damaged-books.ts'
import { postEveryKind } from '../../../test/support/every-posting.ts'
import { type InvestingHouse, openInvestingHouse } from '../../../test/support/investing-house.ts'
import { save } from '../../../test/support/investing.ts'
import { anInvestor, aWallet } from '../../../test/support/people.ts'

let house: InvestingHouse
let owner: Database
let mark: BooksMark
/** What the damages name: a person with money and what was posted for them. */
const of: Record<string, string> = { new: newId(), number: '9000000' }

const PLACES = {
  person: `SELECT reference_id AS one FROM transfer WHERE kind = 'top up' ORDER BY id LIMIT 1`,
  somebody: `SELECT app_user.id AS one FROM app_user WHERE NOT EXISTS (
    SELECT FROM investment WHERE user_id = app_user.id) AND inviter_id IS NULL ORDER BY id DESC LIMIT 1`,
  wallet: `SELECT reference_id AS one FROM transfer WHERE kind = 'funds in' LIMIT 1`,
  unused: `SELECT wallet.id AS one FROM wallet JOIN account ON owner_id = wallet.id GROUP BY 1 HAVING max(account.version) = 0 LIMIT 1`,
  topUp: `SELECT id AS one FROM transfer WHERE kind = 'top up' ORDER BY id LIMIT 1`,
  approval: `SELECT id AS one FROM transfer WHERE kind = 'investment approved' AND actor_id IS NOT NULL ORDER BY id LIMIT 1`,
  held: `SELECT id AS one FROM transfer WHERE kind = 'withdrawal held' ORDER BY id LIMIT 1`,
  running: `SELECT id AS one FROM investment JOIN investment_earning ON investment_id = id WHERE status = 'approved' AND earned_posted > 0 ORDER BY id LIMIT 1`,
  pending: `SELECT id AS one FROM investment WHERE status = 'pending' ORDER BY id LIMIT 1`,
  reinvested: `SELECT id AS one FROM investment WHERE source = 'reinvest' LIMIT 1`,
  referral: `SELECT id AS one FROM referral WHERE status = 'pending' ORDER BY id LIMIT 1`,
  referred: `SELECT investment_id AS one FROM referral WHERE status = 'pending' ORDER BY id LIMIT 1`,
}

beforeAll(async () => {
  house = await openInvestingHouse()
  const { investor } = await postEveryKind(house)
  await anInvestor(house.db)
  await aWallet(house.db)
  await save(house, investor)
  owner = openDatabase({ connectionString: house.ownerUrl }, { size: 2, log: () => {} }).db
  for (const [name, query] of Object.entries(PLACES)) {
    const { rows } = await sql.raw<{ one: string }>(query).execute(owner)
    if (rows[0] === undefined) throw new Error(`nothing: ${name}`)
    of[name] = rows[0].one
  }
  await othersAreOver(house.db)
  mark = await readTransaction(house.db, presentMark)
})
afterAll(async () => {
  await owner.destroy()
  await house.close()
})

const EARNINGS = (person: string) => `investor/${person}/earnings`
const DOLLARS = 5_000_000
type Places = Record<keyof typeof PLACES | 'new' | 'number', string>
/** Each: what is done, what is said of it, and whether it lies in what has changed since the mark. */
type Case = { by: (places: Places) => string[]; says: (places: Places) => string | RegExp; since: boolean }

const FORGED: Record<string, Case> = {
  'earnings are posted for a person, and for no record': {
    by: ({ number: id, person }) =>
      forged(id, { kind: 'investment earned', record: 'user', of: person }, [
        ['expense/yield', DOLLARS],
        [EARNINGS(person), -DOLLARS],
      ]),
    says: ({ number: id }) => `The transfer ${id} credits $5.000000 of earnings; its shares come to $0.000000.`,
    since: true,
  },
  'a balance is topped up by no act': {
    by: ({ number: id, person }) =>
      forged(id, { kind: 'top up', record: 'user', of: person }, [
        ['equity/adjustments', DOLLARS],
        [EARNINGS(person), -DOLLARS],
      ]),
    says: ({ number: id }) => `The transfer ${id} belongs to no line of the audit log that says so.`,
    since: true,
  },
  'a balance is topped up by somebody, and the log knows nothing of it': {
    by: ({ number: id, person }) =>
      forged(id, { kind: 'top up', record: 'user', of: person, by: '(SELECT id FROM app_user LIMIT 1), NULL, NULL' }, [
        ['equity/adjustments', DOLLARS],
        [EARNINGS(person), -DOLLARS],
      ]),
    says: ({ number: id }) => `The transfer ${id} belongs to no line of the audit log that says so.`,
    since: true,
  },
  'a payment wallet is emptied by a correction of the wallet': {
    by: ({ number: id, wallet }) =>
      forged(id, { kind: 'correction', record: 'wallet', of: wallet }, [
        ['income/returns', DOLLARS],
        [`custody/${wallet}`, -DOLLARS],
      ]),
    says: ({ number: id, wallet }) => `The transfer ${id} for the wallet ${wallet} is called correction`,
    since: true,
  },
  'what somebody posted stands under another name': {
    by: ({ approval }) => [
      `UPDATE transfer SET actor_id = (SELECT id FROM app_user WHERE id <> actor_id LIMIT 1) WHERE id = '${approval}'`,
    ],
    says: ({ approval }) => `The transfer ${approval} belongs to no line of the audit log by whoever made it`,
    since: false,
  },
  'what somebody posted names no act any more': {
    by: ({ approval }) => [`UPDATE transfer SET act_id = NULL WHERE id = '${approval}'`],
    says: ({ approval }) => `The transfer ${approval} belongs to no line of the audit log by whoever made it`,
    since: false,
  },
  'the line of the audit log by which somebody posted is gone': {
    by: ({ approval }) => [`DELETE FROM audit_entry WHERE id = (SELECT act_id FROM transfer WHERE id = '${approval}')`],
    says: ({ approval }) => `The transfer ${approval} belongs to no line of the audit log by whoever made it`,
    since: false,
  },
  'what somebody posted counts from another day': {
    by: ({ topUp }) => [`UPDATE transfer SET effective_at = effective_at - interval '1 day' WHERE id = '${topUp}'`],
    says: ({ topUp }) => `The transfer ${topUp} belongs to no line of the audit log by whoever made it`,
    since: false,
  },
  'a line of the audit log names no amount, and nothing is posted with it': {
    by: ({ new: id, person }) => [
      `INSERT INTO audit_entry SELECT (jsonb_populate_record(audit_entry, jsonb_build_object('id', '${id}', 'after', after - 'amount'))).*
       FROM audit_entry WHERE action = 'top up user' AND subject_id = '${person}' LIMIT 1`,
    ],
    says: ({ new: id }) => `The line ${id} of the audit log requires nobody can say how much on`,
    since: true,
  },
  'a line of the audit log names an amount that is none': {
    by: ({ topUp }) => [
      `UPDATE audit_entry SET after = jsonb_set(after, '{amount}', '"much"') WHERE id = (SELECT act_id FROM transfer WHERE id = '${topUp}')`,
    ],
    says: () => 'What is there cannot be read or added up: invalid input syntax for type numeric: "much".',
    since: true,
  },
  'an account is gone on which nothing was': {
    by: ({ somebody }) => [`DELETE FROM account WHERE kind = 'bonus' AND owner_id = '${somebody}'`],
    says: ({ somebody }) => `The account investor/${somebody}/bonus is not there.`,
    since: false,
  },
  'an account of the operator’s is gone on which nothing was': {
    by: () => [`DELETE FROM account WHERE name = 'income/fees'`],
    says: () => 'The account income/fees is not there.',
    since: true,
  },
  'a payment wallet lost its account': {
    by: ({ unused }) => [`DELETE FROM account WHERE kind = 'custody' AND owner_id = '${unused}'`],
    says: ({ unused }) => `custody/${unused} is not there; by the records it should hold $0.000000.`,
    since: false,
  },
  'an account is nobody’s': {
    by: ({ new: id }) => [
      `INSERT INTO account (kind, owner_id, side, floor, created_at) VALUES ('earnings', '${id}', -1, 0, now())`,
    ],
    says: ({ new: id }) => `The account investor/${id}/earnings is nobody’s who is there.`,
    since: true,
  },
  'an account may go below zero': {
    by: ({ person }) => [`UPDATE account SET floor = NULL WHERE name = '${EARNINGS(person)}'`],
    says: ({ person }) => `The floor of ${EARNINGS(person)} is none; it should be $0.000000.`,
    since: true,
  },
  'an account stands on the other side': {
    by: ({ somebody }) => [`UPDATE account SET side = 1 WHERE name = '${EARNINGS(somebody)}'`],
    says: ({ somebody }) => `The account ${EARNINGS(somebody)} stands on the debit side; it should stand on the other.`,
    since: true,
  },
  'an entry moves nothing': {
    by: ({ topUp }) => [
      `INSERT INTO entry (account_id, sequence, transfer_id, amount, balance_after)
       SELECT id, version + 1, '${topUp}', 0, balance FROM account WHERE name = 'equity/capital'`,
      `UPDATE account SET version = version + 1 WHERE name = 'equity/capital'`,
    ],
    says: () => /^Entry \d+ of equity\/capital moves nothing\.$/,
    since: false,
  },
  'a transfer says that it reverses another': {
    by: ({ held, topUp }) => [`UPDATE transfer SET reverses = '${topUp}' WHERE id = '${held}'`],
    says: ({ held }) => `The transfer ${held} says that it reverses another; it is not the opposite of one.`,
    since: false,
  },
  'the first of all ids is one that nobody makes': {
    by: () => [
      `INSERT INTO transfer (id, key, kind, reference_kind, reference_id, job, effective_at)
       VALUES (-1, 0, 'investment earned', 'investment', gen_random_uuid(), 'x', now())`,
    ],
    says: () => 'The transfer -1 has no entries; it needs two or more.',
    since: true,
  },
  'a referral is somebody else’s': {
    by: ({ referral, somebody }) => [`UPDATE referral SET inviter_id = '${somebody}' WHERE id = '${referral}'`],
    says: ({ referral }) => `The referral ${referral} belongs to no investment of new money, of its percent`,
    since: true,
  },
  'a referral has a percent of its own': {
    by: ({ referral }) => [
      `UPDATE referral SET ref_bonus = ref_bonus * 2, amount = amount * 2 WHERE id = '${referral}'`,
    ],
    says: ({ referral }) => `The referral ${referral} belongs to no investment of new money, of its percent`,
    since: true,
  },
  'a referral is gone that nobody has approved yet': {
    by: ({ referral }) => [`DELETE FROM referral WHERE id = '${referral}'`],
    says: ({ referred }) => `The investment ${referred} is of somebody who was invited, and has no referral.`,
    since: false,
  },
  'a referral waits for an investment that is not approved': {
    by: ({ referral, pending }) => [`UPDATE referral SET investment_id = '${pending}' WHERE id = '${referral}'`],
    says: ({ referral }) => `The referral ${referral} is in a state in which its investment is not.`,
    since: true,
  },
  'somebody else’s investment is reinvested': {
    by: ({ reinvested, pending }) => [`UPDATE investment SET reinvests = '${pending}' WHERE id = '${reinvested}'`],
    says: ({ reinvested }) =>
      `The investment ${reinvested} is of what another has brought back, and of no completed investment`,
    since: true,
  },
  'money was sent back for an investment for which none came in': {
    by: ({ running }) => [
      `INSERT INTO suspense_refund (user_id, id, investment_id, amount, reason, created_at)
       SELECT user_id, gen_random_uuid(), id, 1000000, 'x', now() FROM investment WHERE id = '${running}'`,
    ],
    says: ({ running }) =>
      `The investment ${running} says that $0.000000 was sent back; its refunds come to $1.000000.`,
    since: false,
  },
  'an investment that waits is of another amount': {
    by: ({ pending }) => [`UPDATE investment SET amount = amount * 1000 WHERE id = '${pending}'`],
    says: ({ pending }) => `The investment ${pending} is pending, of $500,000.000000; no line of the audit log says so`,
    since: true,
  },
  'an investment began a day before it was approved, and has earned for it': {
    by: ({ number: id, running, person }) => {
      const then = `SELECT investment_earned(amount, daily_roi, floor(date_part('epoch', accrued_at - began_at + interval '1 day'))::bigint) FROM investment JOIN investment_earning ON investment_id = id WHERE id = '${running}'`
      const posted = `(SELECT earned_posted FROM investment_earning WHERE investment_id = '${running}')`
      return [
        ...forged(id, { kind: 'investment earned', record: 'investment', of: running }, [
          ['expense/yield', `(${then}) - ${posted}`],
          [EARNINGS(person), `${posted} - (${then})`],
        ]),
        `UPDATE investment_earning SET earned_posted = (${then}) WHERE investment_id = '${running}'`,
        `UPDATE investment SET began_at = began_at - interval '1 day' WHERE id = '${running}'`,
      ]
    },
    says: ({ running }) => new RegExp(`^The investment ${running} is approved, of .* no line of the audit log says so`),
    since: true,
  },
  'an investment for which nothing was posted is gone': {
    by: ({ pending }) => [`DELETE FROM investment WHERE id = '${pending}'`],
    says: ({ pending }) => `There are decisions about the investment ${pending}, which is not there.`,
    since: false,
  },
  'an investment has earned for a time to come': {
    by: ({ running }) => [
      `UPDATE investment_earning SET accrued_at = accrued_at + interval '10 years' WHERE investment_id = '${running}'`,
      `UPDATE investment SET began_at = began_at + interval '10 years' WHERE id = '${running}'`,
    ],
    says: ({ running }) => `The earnings of the investment ${running} are counted up to 2036-`,
    since: true,
  },
}

test('the books of the story are clean', async () => {
  expect(await readTransaction(house.db, (tx) => wrongIn(tx, null))).toEqual([])
  expect(await readTransaction(house.db, (tx) => wrongIn(tx, mark))).toEqual([])
})

describe('books that balance are wrong where', () => {
  test.each(Object.entries(FORGED))('%s', async (_name, { by, says, since }) => {
    const places = of as Places
    const found = await afterDamage(owner, mark, by(places))
    const expected = says(places)
    const saying = typeof expected === 'string' ? expect.stringContaining(expected) : expect.stringMatching(expected)
    expect(found.full.map((wrong) => wrong.says)).toContainEqual(saying)
    if (since) expect(found.since.map((wrong) => wrong.says)).toContainEqual(saying)
  })
})
