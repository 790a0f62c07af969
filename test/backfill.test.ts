/** What migrations make of records that were there before them. */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accrueDue } from '#investments/accrue.ts'
import { completeDue } from '#investments/complete.ts'
import { updateInvestment } from '#investments/update.ts'
import { screenPerson } from '#screening/screen-person.ts'
import { updateWallet } from '#wallets/update-wallet.ts'
import type { Investor } from '#kit/actor.ts'
import { MINUTE } from '#kit/clock.ts'
import { agreeAs } from './support/agreeing.ts'
import { OUR_ETHEREUM } from './support/addresses.ts'
import { approveAs, editAs, requestedWithdrawal } from './support/deciding.ts'
import { openInvestingHouse, SETTINGS } from './support/investing-house.ts'
import { opened } from './support/opened.ts'
import { investmentNow, save } from './support/investing.ts'
import { anAdministrator, anInvestor, usd } from './support/people.ts'

const house = opened(openInvestingHouse)
let owner: pg.Client
let investor: Investor

beforeAll(async () => {
  owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
  investor = await anInvestor(house.db)
})
afterAll(async () => {
  await owner.end()
})

/** Runs a migration as it is, after what it made before has been taken away. */
async function again(name: string, without: string): Promise<void> {
  const sql = await readFile(new URL(`../db/migrations/${name}.sql`, import.meta.url), 'utf8')
  await owner.query(`BEGIN; ${without}; ${sql}; COMMIT`)
}

test('a transaction id that was used for several payments is the first one’s, and the migration goes through', async () => {
  const wallet = house.walletId
  await owner.query(`ALTER TABLE withdrawal DISABLE TRIGGER USER; ALTER TABLE suspense_refund DISABLE TRIGGER USER`)
  const withdrawal = (txid: string, day: number) =>
    owner.query<{ id: string }>(
      `INSERT INTO withdrawal (user_id, id, source, status, amount, typed_amount, wallet_id, wallet_name, wallet_address,
        network, txid, created_at, completed_at)
       VALUES ($1, gen_random_uuid(), 'investment', 'completed', 1, 1, $2, '', '', 'bitcoin', $3, $4, $4) RETURNING id`,
      [investor.userId, wallet, txid, new Date(Date.UTC(2026, 0, day))],
    )
  const refund = async (txid: string, day: number) => {
    const { id } = await save(house, investor)
    return owner.query<{ id: string }>(
      `INSERT INTO suspense_refund (user_id, id, investment_id, amount, txid, reason, created_at)
       VALUES ($1, gen_random_uuid(), $2, 1, $3, '', $4) RETURNING id`,
      [investor.userId, id, txid, new Date(Date.UTC(2026, 0, day))],
    )
  }
  const paid = [
    await withdrawal('0xAB12', 3),
    await withdrawal('ab12', 2),
    await refund('AB12', 1),
    await refund('cd', 4),
  ]
  const [, , first, other] = paid.map(({ rows }) => rows[0]?.id)
  await owner.query(`ALTER TABLE withdrawal ENABLE TRIGGER USER; ALTER TABLE suspense_refund ENABLE TRIGGER USER`)
  await again(
    '0026_payout_txid_and_expiry',
    `DROP FUNCTION claim_withdrawal_txid() CASCADE; DROP FUNCTION claim_refund_txid() CASCADE;
     DROP FUNCTION plain_txid(text, text) CASCADE; DROP TABLE payout_txid;
     ALTER TABLE approval RENAME CONSTRAINT approval_decided_by TO approval_check1;
     DELETE FROM setting WHERE name = 'approval_days';
     ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_txid_key UNIQUE (txid);
     ALTER TABLE suspense_refund ADD CONSTRAINT suspense_refund_txid_key UNIQUE (txid)`,
  )
  const { rows } = await owner.query('SELECT txid, payout_id FROM payout_txid ORDER BY txid')
  expect(rows).toEqual([
    { txid: 'ab12', payout_id: first },
    { txid: 'cd', payout_id: other },
  ])
})

test('what was typed is the first amount that the audit log knows, else the amount', async () => {
  const [corrected, untouched, unlogged] = await Promise.all([
    save(house, investor, { amount: usd(150.5) }),
    save(house, investor, { amount: usd(300) }),
    save(house, investor, { amount: usd(400) }),
  ])
  await house.write(async (tx) => {
    const { id, created_at } = corrected
    const edit = { id, amount: usd(900), date: created_at.toISOString(), status: 'pending', reason: null } as const
    await updateInvestment(tx, house.administrator, { ...edit, version: undefined }, SETTINGS)
  })
  await owner.query('ALTER TABLE audit_entry DISABLE TRIGGER USER')
  await owner.query('DELETE FROM audit_entry WHERE subject_id = $1', [unlogged.id])
  await owner.query('ALTER TABLE audit_entry ENABLE TRIGGER USER')

  await again(
    '0025_typed_amount',
    `DROP FUNCTION keep_typed_amount() CASCADE;
     ALTER TABLE investment DROP COLUMN typed_amount; ALTER TABLE withdrawal DROP COLUMN typed_amount`,
  )
  expect((await investmentNow(house, corrected.id)).amount).toBe(usd(900))
  expect((await investmentNow(house, corrected.id)).typed_amount).toBe(usd(150.5))
  expect((await investmentNow(house, untouched.id)).typed_amount).toBe(usd(300))
  expect((await investmentNow(house, unlogged.id)).typed_amount).toBe(usd(400))
})

test('of the places that a person is known by the newest twenty are left', async () => {
  const place = (userId: string, place: string, day: number) =>
    owner.query('INSERT INTO known_place (user_id, place, seen_at) VALUES ($1, $2, $3)', [
      ...[userId, place],
      new Date(Date.UTC(2026, 0, day)),
    ])
  const other = await anInvestor(house.db)
  for (let day = 1; day <= 25; day += 1) await place(investor.userId, `network/198.51.100.${day}`, day)
  await place(other.userId, 'network/198.51.100.1', 1)
  await again('0042_places_of_anybody', 'DROP INDEX known_place_of_anybody; DROP TABLE guessing_report')
  const { rows } = await owner.query<{ user_id: string; places: number; oldest: Date }>(
    'SELECT user_id, count(*)::int AS places, min(seen_at) AS oldest FROM known_place GROUP BY 1 ORDER BY 2',
  )
  expect(rows).toEqual([
    { user_id: other.userId, places: 1, oldest: new Date(Date.UTC(2026, 0, 1)) },
    { user_id: investor.userId, places: 20, oldest: new Date(Date.UTC(2026, 0, 6)) },
  ])
})

test('a line of what was agreed to names its request, found by the times where only one can be meant', async () => {
  const [requester, agreer] = [house.administrator, await anAdministrator(house.db, ['reviewer'])]
  const inviter = await anInvestor(house.db)
  const invited = await anInvestor(house.db, { inviter })
  const { id } = await save(house, invited, { amount: usd(500) })
  const { id: other } = await save(house, invited, { amount: usd(500) })
  expect(await approveAs(house, agreer, id)).toBeUndefined()
  expect(await approveAs(house, agreer, other)).toBeUndefined()
  await house.clock.move(MINUTE)
  const waits = await editAs(house, requester, id, { amount: usd(4000) })
  await house.clock.move(MINUTE)
  // meanwhile, of another record
  expect(await editAs(house, agreer, other, { amount: usd(600) })).toBeUndefined()
  await house.clock.move(MINUTE)
  await agreeAs(house.db, agreer, waits)
  const lines = () => house.db.selectFrom('audit_entry').select(['id', 'approval_id']).orderBy('id').execute()
  const before = await lines()
  expect(before.filter(({ approval_id }) => approval_id === waits)).toHaveLength(2)
  await again(
    '0060_line_names_request',
    `ALTER TABLE audit_entry DROP COLUMN approval_id;
     CREATE INDEX approval_agreed ON approval (subject_id, asked_by) WHERE state = 'agreed'`,
  )
  expect(await lines()).toEqual(before)
})

test('a withdrawal has the network that its wallet had when it was asked for', async () => {
  const own = await anInvestor(house.db)
  const asked = async () => {
    const id = await requestedWithdrawal(house, own, usd(20))
    await house.clock.move(MINUTE)
    return id
  }
  const { walletId: id } = house
  const wallet = await house.db.selectFrom('wallet').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const change = async (network: string, address: string) => {
    const { name, available } = wallet
    const waits = await house.write((tx) =>
      updateWallet(tx, house.clock, house.administrator, { id, name, available, network, address, coin: null }),
    )
    await agreeAs(house.db, second, waits)
    await house.clock.move(MINUTE)
  }
  const second = await anAdministrator(house.db)
  const first = await asked()
  await change('ethereum', OUR_ETHEREUM)
  await change('bitcoin', wallet.address)
  const last = await asked()
  await owner.query("UPDATE wallet SET network = 'litecoin' WHERE id = $1", [id])
  await again(
    '0064_withdrawal_network',
    `DROP FUNCTION keep_withdrawal_network() CASCADE; ALTER TABLE withdrawal DROP COLUMN network`,
  )
  const networkOf = async (of: string) =>
    (await house.db.selectFrom('withdrawal').select('network').where('id', '=', of).executeTakeFirstOrThrow()).network
  // the one from before the log's first change, and the one after the last that it knows
  expect([await networkOf(first), await networkOf(last)]).toEqual(['bitcoin', 'litecoin'])
  // a process from before names none
  const { rows } = await owner.query<{ network: string }>(
    `INSERT INTO withdrawal (user_id, id, source, status, amount, wallet_id, wallet_name, wallet_address, created_at)
     VALUES ($1, gen_random_uuid(), 'investment', 'pending', 1, $2, '', '', now()) RETURNING network`,
    [own.userId, id],
  )
  expect(rows).toEqual([{ network: 'litecoin' }])
})

test('the terms that an investment has by now name its plan and when it was completed, and each has its plan', async () => {
  const { id } = await save(house, await anInvestor(house.db), { amount: usd(500), duration: 14 })
  await approveAs(house, house.administrator, id)
  await house.days(20)
  await completeDue(house.db, { job: 'test' })
  const kept = async () => {
    const { rows } = await owner.query(
      'SELECT version, plan_id, completed_at FROM investment_terms WHERE investment_id = $1 ORDER BY version',
      [id],
    )
    return rows
  }
  const before = await kept()
  expect(before.map(({ completed_at }) => completed_at)).toEqual([null, null, expect.any(Date)])
  await again(
    '0225_terms_name_plan_and_completion',
    'ALTER TABLE investment_terms DROP COLUMN plan_id, DROP COLUMN completed_at',
  )
  expect(await kept()).toEqual(before)
  await expect(owner.query('UPDATE investment_terms SET version = version')).rejects.toMatchObject({ code: 'PLB05' })
})

test('the terms that an investment had are told from the audit log where that is whole, and its earnings by them', async () => {
  const saved = async () => save(house, await anInvestor(house.db), { amount: usd(500) })
  const [logged, unlogged] = [await saved(), await saved()]
  const accrue = async () => {
    await house.clock.move(30 * MINUTE)
    await accrueDue(house.db, { job: 'test' })
  }
  for (const { id } of [logged, unlogged]) await approveAs(house, house.administrator, id)
  for (const amount of [600, 700]) {
    await house.days(1)
    await accrue()
    await house.clock.move(MINUTE)
    for (const { id } of [logged, unlogged]) await editAs(house, house.administrator, id, { amount: usd(amount) })
  }
  await house.days(1)
  await accrue()
  await owner.query('ALTER TABLE audit_entry DISABLE TRIGGER USER; ALTER TABLE transfer DISABLE TRIGGER USER')
  await owner.query('DELETE FROM audit_entry WHERE subject_id = $1 AND action = $2', [unlogged.id, 'save investment'])
  // as they were posted then: for each investment
  await owner.query(`UPDATE transfer SET reference_kind = 'investment', reference_id = investment_id
    FROM earning_share WHERE transfer_id = transfer.id`)
  await owner.query('ALTER TABLE audit_entry ENABLE TRIGGER USER; ALTER TABLE transfer ENABLE TRIGGER USER')

  // these came with later ones
  const kept = async (table: string, { id }: { id: string }) => {
    const { rows } = await owner.query(`SELECT * FROM ${table} WHERE investment_id = $1 ORDER BY version, 3, 4`, [id])
    return rows.map(({ early_roi: _, backed: __, plan_id: ___, completed_at: ____, ...row }) => row)
  }
  const [terms, shares] = [await kept('investment_terms', logged), await kept('earning_share', logged)]
  const [present, byPresent] = [
    (await kept('investment_terms', unlogged)).slice(-1),
    (await kept('earning_share', unlogged)).slice(-1),
  ]
  expect([terms.length, shares.length, byPresent.length]).toEqual([4, 5, 1])
  await again(
    '0095_investment_terms',
    `DROP TABLE investment_terms, earning_share; DROP FUNCTION keep_investment_terms() CASCADE; DROP FUNCTION shares_follow()`,
  )
  expect(await kept('investment_terms', logged)).toEqual(terms)
  expect(await kept('earning_share', logged)).toEqual(shares)
  expect(await kept('investment_terms', unlogged)).toEqual(present)
  expect(await kept('earning_share', unlogged)).toEqual(byPresent)
})

test('whoever asked for an identity check before there were lists is compared as well', async () => {
  const [before, since] = [await anInvestor(house.db), await anInvestor(house.db)]
  const at = new Date(Date.UTC(2026, 0, 5))
  for (const { userId } of [before, since]) {
    await owner.query(
      `INSERT INTO identity_check (id, user_id, state, submitted_at) VALUES (gen_random_uuid(), $1, 'submitted', $2)`,
      [userId, at],
    )
  }
  await owner.query('INSERT INTO screening_person (user_id, compared_with, compared_at) VALUES ($1, 7, $2)', [
    ...[since.userId, at],
  ])
  await again('0138_identity_loose_ends', 'ALTER TABLE identity_claim DROP COLUMN asked_at')
  const { rows } = await owner.query('SELECT user_id, compared_with::int FROM screening_person ORDER BY 2')
  expect(rows).toEqual([
    { user_id: before.userId, compared_with: 0 },
    { user_id: since.userId, compared_with: 7 },
  ])
})

test('whoever was compared by the name that they have typed alone is compared again', async () => {
  const { userId } = await anInvestor(house.db)
  await owner.query('INSERT INTO screening_person (user_id, compared_with, compared_at) VALUES ($1, 7, now())', [
    userId,
  ])
  await again('0141_names_of_zones', 'SELECT')
  const { rows } = await owner.query('SELECT DISTINCT compared_with::int FROM screening_person')
  expect(rows).toEqual([{ compared_with: 0 }])
})

test('a match from before has the keys of its list where that says the same still, and its names find others in any case', async () => {
  const { userId } = await anInvestor(house.db)
  const { rows: made } = await owner.query<{ id: string }>(
    `INSERT INTO screening_import (id, list, format, file_hash, persons, names, left_out, added, changed, removed, imported_by,
      imported_at) VALUES (gen_random_uuid(), 'ofac', 'xml', 'x', 2, 3, 0, 2, 0, 0, $1, now()) RETURNING id`,
    [house.administrator.userId],
  )
  const listed = async (uid: string, ...names: [name: string, keys: string[]][]) => {
    await owner.query(
      `INSERT INTO screening_entry (id, list, uid, births, countries, about, hash, import_id)
       VALUES (gen_random_uuid(), 'ofac', $1, '{}', '{}', '', 'as it is', $2)`,
      [uid, made[0]?.id],
    )
    for (const [name, keys] of names)
      await owner.query(
        `INSERT INTO screening_name (entry_id, name, strong, keys) SELECT id, $2, true, $3 FROM screening_entry WHERE uid = $1`,
        [uid, name, keys],
      )
  }
  await listed('same', ['Ivar Kessel', ['a', 'b']], ['Ivo Kessel', ['b', 'c']])
  await listed('changed', ['Anders Holmquist', ['d']])
  const hit = (uid: string, hash: string, name: string) =>
    owner.query(
      `INSERT INTO screening_hit (id, user_id, list, uid, entry_hash, name, listed, score, why, found_at)
       VALUES (gen_random_uuid(), $1, 'ofac', $2, $3, $4, $5, 100, '{"weak": false}', now())`,
      [userId, uid, hash, name, JSON.stringify({ names: [name], births: [], countries: [], about: '' })],
    )
  await hit('same', 'as it is', 'Ivar Kessel')
  await hit('changed', 'as it was', 'Karim Zorbeki')
  await hit('gone', 'as it was', 'Tolan Mundrek')
  await owner.query(
    `UPDATE screening_hit SET state = 'confirmed', decided_at = now(), decided_by = $1, reason = 'Their passport'`,
    [house.administrator.userId],
  )
  const kept = async () =>
    (await owner.query('SELECT uid, keys, state, reason FROM screening_hit WHERE user_id = $1 ORDER BY uid', [userId]))
      .rows
  await again('0147_confirmed_names', 'ALTER TABLE screening_hit DROP COLUMN keys CASCADE')
  const confirmed = { state: 'confirmed', reason: 'Their passport' }
  expect(await kept()).toEqual([
    { uid: 'changed', keys: null, ...confirmed },
    { uid: 'gone', keys: null, ...confirmed },
    { uid: 'same', keys: ['a', 'b', 'c'], ...confirmed },
  ])
  const other = await anInvestor(house.db)
  for (const name of ['Karim Zorbeki', 'Mundrek Tolan'])
    await house.write((tx) => screenPerson(tx, house.clock, other.userId, [{ name }]))
  const { rows } = await owner.query('SELECT uid, state FROM screening_hit WHERE user_id = $1 ORDER BY uid', [
    other.userId,
  ])
  expect(rows).toEqual([
    { uid: 'changed', state: 'open' },
    { uid: 'gone', state: 'open' },
  ])
})

test('a withdrawal that is still to be paid names the address that it goes to, where its investor has confirmed that', async () => {
  const [own, other] = [await anInvestor(house.db), await anInvestor(house.db)]
  const day = (of: number) => new Date(Date.UTC(2026, 0, of))
  const entry = async (
    address: string,
    { of = own, confirmed = day(2) as Date | null, removed = null as Date | null },
  ) => {
    const { rows } = await owner.query<{ id: string }>(
      `INSERT INTO payout_address (id, user_id, network, address, created_at, usable_at, confirmed_at, removed_at)
       VALUES (gen_random_uuid(), $1, 'bitcoin', $2, $3, $4, $5, $6) RETURNING id`,
      [of.userId, address, day(1), day(3), confirmed, removed],
    )
    return rows[0]?.id
  }
  const askedTo = async (address: string, status: string) => {
    const { rows } = await owner.query<{ id: string }>(
      `INSERT INTO withdrawal (user_id, id, source, status, amount, typed_amount, wallet_id, wallet_name, wallet_address,
        network, created_at) VALUES ($1, gen_random_uuid(), 'investment', $2, 1, 1, $3, '', $4, 'bitcoin', $5) RETURNING id`,
      [own.userId, status, house.walletId, address, day(10)],
    )
    return rows[0]?.id
  }
  const tables = ['withdrawal', 'payout_address']
  for (const table of tables) await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  const kept = await entry('bc1qkept', {})
  const since = await entry('bc1qsince', { removed: day(11) })
  await entry('bc1qanew', { removed: day(11) })
  const anew = await entry('bc1qanew', {})
  await entry('bc1qbefore', { removed: day(9) })
  await entry('bc1qopen', { confirmed: null })
  await entry('bc1qother', { of: other })
  const asked = [
    { id: await askedTo('BC1QKEPT', 'pending'), names: kept },
    { id: await askedTo('bc1qkept', 'approved'), names: kept },
    { id: await askedTo('bc1qsince', 'approved'), names: since },
    { id: await askedTo('bc1qanew', 'pending'), names: anew },
    { id: await askedTo('bc1qbefore', 'pending'), names: null },
    { id: await askedTo('bc1qopen', 'pending'), names: null },
    { id: await askedTo('bc1qother', 'pending'), names: null },
    { id: await askedTo('bc1qkept', 'declined'), names: null },
  ]
  for (const table of tables) await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  await again('0149_addresses_in_dispute', 'DROP TRIGGER payout_address_settles_anew ON payout_address')
  const { rows } = await owner.query<{ id: string; names: string | null }>(
    'SELECT id, address_id AS names FROM withdrawal WHERE user_id = $1',
    [own.userId],
  )
  expect(rows).toHaveLength(asked.length)
  expect(rows).toEqual(expect.arrayContaining(asked))
})

test('a match that was set aside although it had been confirmed counts again, and says since when', async () => {
  const { userId } = await anInvestor(house.db)
  const at = new Date('2026-11-20T12:00:00Z')
  await owner.query(`ALTER TABLE screening_hit DROP CONSTRAINT screening_hit_decided;
    DROP TRIGGER screening_hit_only_forward ON screening_hit`)
  const insert = async (uid: string, decidedBy: string | null) => {
    const { rows } = await owner.query<{ id: string }>(
      `INSERT INTO screening_hit (id, user_id, list, uid, entry_hash, name, listed, score, why, found_at)
       VALUES (gen_random_uuid(), $1, 'ofac', $2, 'x', 'Karim Zorbeki', '{}', 100, '{}', $3) RETURNING id`,
      [userId, uid, at],
    )
    await owner.query(
      `UPDATE screening_hit SET state = 'set aside', decided_by = $2::uuid, decided_at = CASE WHEN $2::uuid IS NULL THEN NULL ELSE now() END,
        reason = CASE WHEN $2::uuid IS NULL THEN NULL ELSE 'Their passport' END WHERE id = $1`,
      [rows[0]?.id, decidedBy],
    )
    return rows[0]?.id
  }
  const by = house.administrator.userId
  const [logged] = [await insert('logged', by), await insert('not logged', by), await insert('open', null)]
  await owner.query(
    `INSERT INTO audit_entry (id, at, actor_id, action, subject_kind, subject_id)
     VALUES (gen_random_uuid(), $1, $2, 'set aside screening hit', 'screening hit', $3)`,
    [at, by, logged],
  )
  await again(
    '0151_taken_back_matches',
    `ALTER TABLE screening_hit DROP COLUMN taken_back_at CASCADE, ADD CONSTRAINT screening_hit_decided CHECK (true),
       ADD CONSTRAINT screening_hit_user_id_list_uid_entry_hash_score_key UNIQUE (user_id, list, uid, entry_hash, score);
     CREATE TRIGGER screening_hit_only_forward BEFORE UPDATE ON screening_hit
       FOR EACH ROW WHEN (OLD.state = 'cleared') EXECUTE FUNCTION only_forward();
     CREATE INDEX IF NOT EXISTS screening_hit_confirmed ON screening_hit (id)`,
  )
  const { rows } = await owner.query(
    'SELECT uid, state, reason, taken_back_at FROM screening_hit WHERE user_id = $1 ORDER BY uid',
    [userId],
  )
  expect(rows).toEqual([
    { uid: 'logged', state: 'confirmed', reason: 'Their passport', taken_back_at: at },
    { uid: 'not logged', state: 'confirmed', reason: 'Their passport', taken_back_at: expect.any(Date) },
    { uid: 'open', state: 'set aside', reason: null, taken_back_at: null },
  ])
})
