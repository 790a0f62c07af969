/** That what stands in plans, settings, backing and kept days is held to what the house has announced of them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepDay } from '#funds/days/keep-day.ts'
import { setBacking } from '#investments/backing/set-backing.ts'
import { type Database, openDatabase } from '#kit/database.ts'
import { readTransaction } from '#kit/transaction.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import { createPlan } from '#plans/create-plan.ts'
import { updatePlan } from '#plans/update-plan.ts'
import { migrate } from '#postgres/migrate.ts'
import { changeSetting } from '#settings/change-setting.ts'
import { undoing } from '../../../test/support/damaged-books.ts'
import { emptyBooks } from '../../../test/support/earlier-books.ts'
import { openInvestingHouse } from '../../../test/support/investing-house.ts'
import { opened } from '../../../test/support/opened.ts'
import { numberEntries } from '../number-entries.ts'
import { ANNOUNCED_PROOF, ANNOUNCED_SETTINGS } from './announced.ts'
import { LOG_PROOFS } from './proofs.ts'

const NAME = 'What stands in plans, settings, backing and kept days is what was last announced'
const ENVIRONMENT = {
  kyc: 'invest',
  paymentHours: 24,
  supportUrl: undefined,
  mailFrom: 'plumb@mail.plumb.test',
} as const
const TYPED = {
  ...{ description: '', min_amount: '100', max_amount: '5000' },
  ...{ durations_copy: '7, 14, 30', ref_bonus: '5', daily_roi: '0.4' },
}

const house = opened(openInvestingHouse)
let owner: Database
beforeAll(async () => {
  owner = openDatabase({ connectionString: house.ownerUrl }, { size: 2, log: () => {} }).db
  await numberEntries(house.db)
  // what was announced first is no longer what counts
  await edit({ name: 'Steady', daily_roi: '0.5' })
  await numberEntries(house.db)
  await edit({ name: 'Steady', daily_roi: '0.4' })
  await house.write((tx) => setBacking(tx, house.administrator, { backing: 'strict', reason: 'only what we have' }))
  await set('payment_hours', '48')
  await set('daily_alone_limit', '900')
  await house.days(1)
  await keepDay(house.db)
  await house.days(1)
  await keepDay(house.db)
  await numberEntries(house.db)
  // and without a position yet
  await house.write((tx) => createPlan(tx, house.clock, house.administrator, { ...TYPED, name: 'Unnumbered' }))
})
afterAll(() => owner.destroy())

const edit = (typed: { name: string; daily_roi: string }) =>
  house.write((tx) =>
    updatePlan(tx, house.clock, house.administrator, {
      ...{ id: house.planId, ...TYPED, ...typed },
    }),
  )
const set = (name: 'payment_hours' | 'daily_alone_limit' | 'platform_name', value: string | null) =>
  house.write((tx) => changeSetting(tx, house.clock, house.administrator, { name, value, reason: 'so' }, ENVIRONMENT))
const told = async () => readTransaction(house.db, (tx) => proveAll({ tx, since: null }, LOG_PROOFS))

/** What is said after damage with the rights of a superuser. */
const after = (...damage: string[]) =>
  undoing(owner, damage, async (tx) => {
    // times are written alike wherever it is looked at
    await sql`SET LOCAL timezone = 'Asia/Kathmandu'`.execute(tx)
    return (await proveAll({ tx, since: null }, LOG_PROOFS)).flatMap(({ wrong }) => wrong?.says ?? [])
  })

/** What is said where a row is not what was announced. */
const differs = (what: string, fields: string) =>
  expect.stringMatching(new RegExp(`^${what} is not what was last announced at position \\d+: ${fields}\\.$`))

describe('plans, settings, backing and kept days', () => {
  test('are what was announced where they were changed by whoever may, in one part of the log or none yet', async () => {
    expect(await after()).toEqual([])
    const proved = (await told()).find(({ name }) => name === NAME)
    // two plans, seven settings, the backing and two days
    expect(proved).toMatchObject({ of: 'plans, settings and days', looked: 12, wrong: null })
    await edit({ name: 'Steady', daily_roi: '0.3' })
    await set('payment_hours', null)
    await set('platform_name', 'Another House')
    expect((await told()).flatMap(({ wrong }) => wrong?.says ?? [])).toEqual([])
    await edit({ name: 'Steady', daily_roi: '0.4' })
    await set('payment_hours', '48')
    await numberEntries(house.db)
  })

  test('have each day once along the log, and in order', async () => {
    const again = (position: number, day: string) =>
      `WITH said AS (
        INSERT INTO log_announcement (type, bytes) SELECT 'day', convert_to(replace(convert_from(bytes, 'UTF8'), '2026-03-02', '${day}'), 'UTF8')
        FROM log_announcement WHERE type = 'day' AND convert_from(bytes, 'UTF8') LIKE '%2026-03-02%' LIMIT 1 RETURNING id
      ) INSERT INTO log_position (position, announcement_id, commitment) SELECT ${position}, id, sha256('') FROM said`
    for (const day of ['2026-03-02', '2026-02-27']) {
      expect(await after(again(900, day))).toContain(
        `Position 900 of the log tells the day ${day} again, or after a later one.`,
      )
    }
  })

  test('are found where they were changed unheard', async () => {
    for (const [damage, what, fields] of [
      [`UPDATE plan SET daily_roi = 9000 WHERE name = 'Steady'`, 'The plan Steady', 'daily_roi'],
      [`UPDATE plan SET daily_roi = 5000 WHERE name = 'Steady'`, 'The plan Steady', 'daily_roi'],
      [`UPDATE plan SET max_amount = max_amount + 1 WHERE name = 'Steady'`, 'The plan Steady', 'max_amount'],
      [`UPDATE plan SET durations = '{7,30,14}' WHERE name = 'Steady'`, 'The plan Steady', 'durations'],
      [`UPDATE plan SET name = 'Sure', ref_bonus = 0 WHERE name = 'Steady'`, 'The plan Sure', 'name, ref_bonus'],
      [`UPDATE backing SET mode = 'disclosed'`, 'How promises are backed', 'mode'],
      [`UPDATE backing SET chosen_at = chosen_at + interval '1 microsecond'`, 'How promises are backed', 'chosen_at'],
      [`UPDATE backing SET chosen_at = NULL`, 'How promises are backed', 'chosen_at'],
      [`UPDATE backing SET disclosed_from = now()`, 'How promises are backed', 'disclosed_from'],
      [`UPDATE setting SET value = '1' WHERE name = 'payment_hours'`, 'The setting payment_hours', 'value'],
      [`UPDATE setting SET value = NULL WHERE name = 'daily_alone_limit'`, 'The setting daily_alone_limit', 'value'],
      [
        `UPDATE setting SET value = '5' WHERE name = 'second_approval_limit'`,
        'The setting second_approval_limit',
        'value',
      ],
      [`UPDATE books_day SET custody = custody + 1 WHERE day = '2026-03-02'`, 'The kept day 2026-03-02', 'custody'],
    ] as const) {
      expect(await after(damage), damage).toEqual([differs(what, fields)])
    }
  })

  test('are found where what was announced has no position yet', async () => {
    const unheard = [
      `INSERT INTO log_announcement (type, bytes)
        SELECT 'plan', log_bytes(to_jsonb(plan) || '{"daily_roi": 7}', '{id,name,daily_roi}') FROM plan WHERE name = 'Steady'`,
    ]
    expect(await after(...unheard)).toEqual([
      'The plan Steady is not what was last announced, which has no position yet: daily_roi.',
    ])
    // what it leaves out was announced before, and counts
    expect(await after(...unheard, `UPDATE plan SET daily_roi = 7, min_amount = 1 WHERE name = 'Steady'`)).toEqual([
      differs('The plan Steady', 'min_amount'),
    ])
  })

  test('go by the order of the log, which everybody sees, and not by the numbers of announcements', async () => {
    const earlier = [
      `INSERT INTO log_announcement (id, type, bytes)
        SELECT -5, 'plan', log_bytes(to_jsonb(plan) || '{"daily_roi": 7}', '{id,name,daily_roi}') FROM plan WHERE name = 'Steady'`,
      `INSERT INTO log_position (position, announcement_id, commitment) SELECT size, -5, sha256('') FROM log_head`,
    ]
    expect(await after(...earlier)).toContainEqual(differs('The plan Steady', 'daily_roi'))
  })

  test('are found where they are gone, and where they were never announced', async () => {
    const gone = (what: string) =>
      expect.stringMatching(new RegExp(`^${what} was announced at position \\d+ and is gone\\.$`))
    expect(await after(`DELETE FROM plan WHERE name = 'Steady'`)).toEqual([gone('The plan Steady')])
    expect(await after(`DELETE FROM books_day WHERE day = '2026-03-01'`)).toEqual([gone('The kept day 2026-03-01')])
    expect(await after('DELETE FROM backing')).toEqual([gone('How promises are backed')])
    expect(await after(`DELETE FROM setting WHERE name = 'kyc'`)).toEqual([gone('The setting kyc')])

    const more = 'id, name, description, min_amount, max_amount, durations, ref_bonus, daily_roi, created_at'
    expect(
      await after(`INSERT INTO plan (${more}) SELECT gen_random_uuid(), 'Secret', ${more.slice(10)} FROM plan LIMIT 1`),
    ).toEqual(['The plan Secret was never announced.'])
    const figures = 'custody, principal, earnings, accrued, referral, bonus, withdrawing, suspense, reserve, committed'
    expect(
      await after(`INSERT INTO books_day (day, written_at, ${figures})
        SELECT '2026-02-01', '2026-02-02T03:00Z', ${figures} FROM books_day LIMIT 1`),
    ).toEqual(['The kept day 2026-02-01 was never announced.'])
    expect(
      await after(`DELETE FROM log_announcement WHERE type = 'setting' AND bytes LIKE '%"kyc"%'::bytea`),
    ).toContain('The setting kyc was never announced.')
    expect(await after(`DELETE FROM log_announcement WHERE type = 'backing'`)).toContain(
      'How promises are backed was never announced.',
    )
    // which the house says nothing of
    expect(await after(`UPDATE setting SET value = 'Another' WHERE name = 'platform_name'`)).toEqual([])
  })

  test('have among the settings those that are announced', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT (regexp_matches(split_part(pg_get_triggerdef(oid), 'EXECUTE', 1), '''(\\w+)''::text', 'g'))[1] AS name
      FROM pg_trigger WHERE tgname = 'setting_announced' ORDER BY name`.execute(owner)
    expect(rows.map(({ name }) => name)).toEqual([...ANNOUNCED_SETTINGS])
  })

  test('have each column that is announced in what was announced', async () => {
    const { rows } = await sql<{ type: string; listed: number; said: number }>`
      WITH trigger AS (
        SELECT string_to_array(replace(encode(tgargs, 'escape'), '\\000', ','), ',') AS args
        FROM pg_trigger WHERE tgfoid = 'log_announce'::regproc
      ), listed AS (
        SELECT args[1] AS type, unnest(args[2:cardinality(args) - 1]) AS name FROM trigger
      )
      SELECT type, count(*)::integer AS listed, count(*) FILTER (WHERE EXISTS (
        SELECT FROM log_announcement WHERE log_announcement.type = listed.type
          AND convert_from(bytes, 'UTF8')::jsonb ? listed.name))::integer AS said
      FROM listed GROUP BY type ORDER BY type`.execute(owner)
    expect(rows).toEqual([
      { type: 'backing', listed: 3, said: 3 },
      { type: 'day', listed: 11, said: 11 },
      { type: 'plan', listed: 9, said: 9 },
      { type: 'setting', listed: 2, said: 2 },
    ])
  })
})

test('what stood in the books before there was a log is what was announced of it then', async () => {
  const { client, connectionString } = await emptyBooks('0189')
  await client.query(`
    INSERT INTO plan (id, name, description, min_amount, max_amount, durations, ref_bonus, daily_roi, created_at)
    VALUES (gen_random_uuid(), 'Early', '', 100, 200, '{7}', 0, 4000, now());
    UPDATE backing SET mode = 'strict', chosen_at = now(), disclosed_from = now() + interval '3 days';
    UPDATE setting SET value = '36' WHERE name = 'payment_hours';
    INSERT INTO books_day (day, written_at, custody, principal, earnings, accrued, referral, bonus, withdrawing, suspense, reserve, committed)
    VALUES ('2026-01-01', '2026-01-02T03:00Z', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)`)
  await migrate({ connectionString })
  const { db } = openDatabase({ connectionString }, { log: () => {} })
  const proved = await readTransaction(db, (tx) => proveAll({ tx, since: null }, [ANNOUNCED_PROOF]))
  expect(proved).toMatchObject([{ looked: 10, wrong: null }])
  await db.destroy()
})
