import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { DAY, systemClock } from '#kit/clock.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { type Database, openDatabase, type Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { forgetAttemptsBefore } from '#kit/limit.ts'
import { askTogether } from '#kit/pipeline.ts'
import { transaction } from '#kit/transaction.ts'
import { investorAccount } from '#ledger/accounts.ts'
import { credit, debit, post } from '#ledger/post.ts'
import { claimDue, messagesAreDue } from '#mail/delivery-store.ts'
import { deleteOldEvents } from '#notifications/store.ts'
import { recordFunds } from '#wallets/record-funds.ts'
import { deletePlacesBefore, deleteStale, selectPlacesOfAnybody } from '#identity/store.ts'
import { strangersWait, takeGuessingReport, takeResetRequest } from '#identity/strangers-store.ts'
import { selectFreeBefore, selectMonths } from '#funds/months/store.ts'
import { findEverything } from '#records/finding/find-everything.ts'
import { approveReferral } from '#referrals/approve.ts'
import { declineReferral } from '#referrals/decline.ts'
import { unconfirmedPayouts } from '#approvals/said-paid.ts'
import { accrueInvestor } from '#investments/accrue.ts'
import { approveInvestment } from '#investments/approve.ts'
import { completeInvestments } from '#investments/complete.ts'
import { declineInvestment } from '#investments/decline.ts'
import { countWaiting, selectUncovered } from '#investments/backing/store.ts'
import { exitInvestment } from '#investments/exit/exit-investment.ts'
import { quoteExit } from '#investments/exit/quote-exit.ts'
import { setAtEnd } from '#investments/set-at-end.ts'
import { selectFree, selectSpokenFor } from '#reserve/store.ts'
import { expireInvestment } from '#investments/expire.ts'
import { refundSuspense } from '#investments/suspense/refund.ts'
import { reinvestInvestment } from '#investments/reinvest.ts'
import { saveInvestment } from '#investments/save.ts'
import { selectExpired, selectInvestorsToAccrue, selectMatured } from '#investments/store.ts'
import type { Due } from '#kit/sweep.ts'
import { updateInvestment } from '#investments/update.ts'
import { verifyInvestment } from '#investments/verify.ts'
import { approveWithdrawal } from '#withdrawals/approve.ts'
import { cancelInvestment } from '#investments/cancel.ts'
import { withdrawalBackground } from '#withdrawals/background/read.ts'
import { cancelWithdrawal } from '#withdrawals/cancel.ts'
import { declineWithdrawal } from '#withdrawals/decline.ts'
import { requestWithdrawal } from '#withdrawals/request.ts'
import { checkPayouts } from '#withdrawals/check-payouts.ts'
import { updateWithdrawal } from '#withdrawals/update.ts'
import { transactionOf } from '#records/transaction-uses.ts'
import { deductUser } from '#adjustments/deduct.ts'
import { topUpUser } from '#adjustments/top-up.ts'
import { blockUser } from '#roles/block-user.ts'
import { inviteAdministrator } from '#roles/invite-administrator.ts'
import { requireReset } from '#roles/require-reset.ts'
import { setRoles } from '#roles/set-roles.ts'
import { unblockUser } from '#roles/unblock-user.ts'
import { ownersOf } from '#users/find.ts'
import { THOROUGH } from './support/thorough.ts'
import { lockOwners } from '#users/lock-user.ts'
import { deleteCandlesBefore } from '#market/store.ts'
import { forgetOldKeys } from '#app/store.ts'
import { makeLoadFixture } from '../bench/load.ts'
import { SOMEBODYS_BITCOIN } from './support/addresses.ts'
import { type TestDatabase, testDatabase } from './support/database.ts'
import { SETTINGS } from './support/investing-house.ts'
import { anAdministrator, anInvestor, aPlan, aWallet, usd } from './support/people.ts'
import { forgetStatistics, rowsRead, tablesScanned } from './support/table-scans.ts'
import { distrustSince, settleLater } from '#addresses/store.ts'
import { lockOldKeys } from '#documents/store.ts'
import type { AccountPlace } from '#log/books-order.ts'
import { numberEntries } from '#log/number-entries.ts'
import { selectUnnumberedAt } from '#log/positions-store.ts'
import { selectIsTaken, selectTakeBack } from '#users/store.ts'
import { lockOpenMailing, mailingIsOpen } from '#mail/mailing-store.ts'
import { claimPushes, forgetPushesBefore, pushesAreDue } from '#notifications/push-store.ts'

const USERS = 1000
let txids = 0
const newTxid = () => (txids += 1).toString(16).padStart(64, 'ef')
const JOB = { job: 'test' }
const ALONE = { reason: null, version: undefined }
/** What the load fixture leaves empty and a movement of money looks into. */
const FURTHER = `
  INSERT INTO push_subscription (id, user_id, endpoint, p256dh, auth, created_at)
    SELECT gen_random_uuid(), id, 'https://push.test/' || id, 'none', 'none', now() FROM app_user;
  INSERT INTO notification (user_id, id, icon, title, bold_value, status_color, status_text, created_at)
    SELECT id, gen_random_uuid(), 'balance', 'Test', '', 'green', '', now() FROM app_user, generate_series(1, 3);
  INSERT INTO lone_correction (id, subject_kind, subject_id, made_by, made_at, moved)
    SELECT gen_random_uuid(), 'balance', id, inviter_id, now(), 1 FROM app_user, generate_series(1, 10) WHERE inviter_id IS NOT NULL;
  ALTER TABLE approval DISABLE TRIGGER approval_begins;
  INSERT INTO approval (id, kind, subject_kind, subject_id, input, changes, asked_by, asked_at, state, decided_by, decided_at, decision_reason)
    SELECT gen_random_uuid(), 'top up user', 'balance', id, '{}', '[]', id, now(), 'withdrawn', id, now(), '' FROM app_user, generate_series(1, 2);
  INSERT INTO approval (id, kind, subject_kind, subject_id, input, changes, asked_by, asked_at, state, decided_at, version)
    SELECT gen_random_uuid(), 'update withdrawal', 'withdrawal', id, '{"txid": "said"}',
      '[{"field": "status", "before": "approved", "after": "completed"}]', user_id, now(), 'expired', now(), version FROM withdrawal;
  ALTER TABLE approval ENABLE TRIGGER approval_begins;
  INSERT INTO push (subscription_id, notification_id, title, content, path, created_at, next_try_at, delivered_at)
    SELECT id, gen_random_uuid(), 'Test', '', '', now(), now(), now() FROM push_subscription;
  INSERT INTO session (id, user_id, bearer_hash, address, user_agent, created_at, expires_at, ended_at)
    SELECT gen_random_uuid(), id, id, '', '', now(), now(), CASE WHEN id < inviter_id THEN now() END FROM app_user;
  INSERT INTO reset_link (token_hash, user_id, created_at, expires_at) SELECT id, id, now(), now() FROM app_user;
  INSERT INTO rate_limit (key, points, expire) SELECT id, 1, extract(epoch FROM now()) * 1000 FROM app_user;
  INSERT INTO known_place (user_id, place, seen_at) SELECT id, 'network/192.0.2.1', now() FROM app_user;
  INSERT INTO idempotency (scope, route, key, fingerprint, created_at) SELECT id, '', '', '', now() FROM app_user;
  INSERT INTO live_event (audience, topic) SELECT 'everybody', 'test' FROM app_user;
  INSERT INTO candle (symbol, interval, opens_at, source, open, high, low, close, read_at)
    SELECT 'BTC', '1m', now() - n * interval '1 minute', 'kraken', 1, 1, 1, 1, now() FROM generate_series(1, 1000) AS n;
  INSERT INTO message (id, channel, receiver, content, created_at, next_try_at, delivered_at)
    SELECT gen_random_uuid(), 'mail', email, '', now(), now(), now() FROM app_user;
  INSERT INTO suspense_refund (user_id, id, investment_id, amount, reason, created_at)
    SELECT user_id, gen_random_uuid(), id, 1, 'test', now() FROM investment;
  ALTER TABLE contact_change DISABLE TRIGGER USER;
  INSERT INTO contact_change (id, user_id, kind, new_value, old_value, code_hash, code_expires_at, created_at,
      confirmed_at, undo_hash, undo_until)
    SELECT gen_random_uuid(), id, 'email', email, 'old-' || email, '', now(), now(), now(), id, now() FROM app_user;
  ALTER TABLE contact_change ENABLE TRIGGER USER;
  INSERT INTO payout_address (id, user_id, network, address, created_at, usable_at)
    SELECT gen_random_uuid(), id, 'bitcoin', 'address of ' || id, now(), now() FROM app_user;
  INSERT INTO document_master (id, made_at) VALUES ('newest', now()), ('before', now());
  INSERT INTO document_key (user_id, master, wrapped, made_at)
    SELECT id, CASE WHEN row_number() OVER (ORDER BY id) > 5 THEN 'newest' ELSE 'before' END, repeat('x', 60)::bytea, now()
    FROM app_user;
  ANALYZE`

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase({ start: systemClock.now() })
  await makeLoadFixture(database.ownerUrl, { users: USERS, say: () => {}, now: systemClock.now() })
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(FURTHER)
  await owner.end()
})
afterAll(() => database.close())

const openAsApp = () =>
  openDatabase({ connectionString: database.appUrl }, { size: 1, log: () => {}, pepper: database.pepper })

test('what else happens by itself goes through nothing where nothing is due', async () => {
  const { db } = openAsApp()
  const then = new Date(systemClock.now().getTime() - 90 * DAY)
  const claiming = { now: then, leaseEnds: then, most: 20, claim: { id: newId(), again: true } }
  const work: Record<string, (tx: Tx) => Promise<unknown>> = {
    'forget what is over': (tx) => deleteStale(tx, then),
    'forget places': (tx) => deletePlacesBefore(tx, then),
    'forget attempts': (tx) => forgetAttemptsBefore(tx, then),
    'forget idempotency keys': (tx) => forgetOldKeys(tx),
    'forget pushes': (tx) => forgetPushesBefore(tx, then),
    'forget old candles': (tx) => deleteCandlesBefore(tx, '1m', then),
    'forget live events': (tx) => deleteOldEvents(tx),
    'look for what goes out': (tx) =>
      askTogether(tx, {
        mail: messagesAreDue('mail', then),
        text: messagesAreDue('text', then),
        mailing: messagesAreDue('mailing', then),
        open: mailingIsOpen(),
        pushes: pushesAreDue(then),
        strangers: strangersWait(then),
      }),
    'deliver mail': (tx) => claimDue(tx, { ...claiming, lane: 'mail' }),
    'deliver text messages': (tx) => claimDue(tx, { ...claiming, lane: 'text' }),
    'deliver mailings': (tx) => claimDue(tx, { ...claiming, lane: 'mailing' }),
    'expand mailings': lockOpenMailing,
    'answer for reset links': takeResetRequest,
    'tell of guessing': takeGuessingReport,
    'send pushes': (tx) => claimPushes(tx, { ...claiming, devices: 'well' }),
    'send pushes to failing devices': (tx) => claimPushes(tx, { ...claiming, devices: 'failing' }),
  }
  const read: Record<string, number> = {}
  for (const [name, act] of Object.entries(work)) {
    const count = await rowsRead(db, act)
    // The planner looks at both ends of an index, and a table of one page is read as a whole.
    if (count >= USERS / 10) read[name] = count
  }
  await db.destroy()
  expect(read).toEqual({})
})

test('what stood on an account at the ends of months is looked up, however much was ever posted', async () => {
  const { db } = openAsApp()
  const now = systemClock.now()
  const read = {
    months: await tablesScanned(db, (tx) => selectMonths(tx, now)),
    free: await tablesScanned(db, (tx) => selectFreeBefore(tx, [new Date(now.getTime() - DAY), now])),
  }
  await db.destroy()
  // promises are summed over all investments, and over referrals
  expect(read.months.filter((table) => ['entry', 'transfer'].includes(table))).toEqual([])
  expect(read.free).toEqual([])
})

describe.each(['analysed'])('in a database that was %s', (state) => {
  readsNoTable(state)
})
describe.each(['filled and never analysed'])('in a database that was %s', THOROUGH, (state) => {
  readsNoTable(state)
})

function readsNoTable(state: string): void {
  let db: Database
  let administrator: Administrator
  let inviter: Investor
  let investor: Investor
  let planId: string
  let walletId: string
  beforeAll(async () => {
    await database.clock.set(new Date(systemClock.now().getTime() - 90 * DAY))
    if (state !== 'analysed') await forgetStatistics(database.ownerUrl)
    // One connection, so that a plan it has kept is used again and again, as in a pool that has been open for long.
    ;({ db } = openAsApp())
    administrator = await anAdministrator(db)
    inviter = await anInvestor(db)
    investor = await anInvestor(db, { inviter })
    planId = await aPlan(db)
    walletId = await aWallet(db)
  })
  afterAll(() => db.destroy())

  let found: Record<string, string[]> = {}
  beforeEach(() => {
    found = {}
  })
  /** Does a verb, keeps which tables it has read from end to end, and answers what the verb did. */
  async function watch<T>(verb: string, act: (tx: Tx) => Promise<T>): Promise<T> {
    const done: T[] = []
    const tables = await tablesScanned(db, async (tx) => done.push(await act(tx)))
    if (tables.length > 0) found[verb] = tables
    return done[0] as T
  }
  const save = () =>
    watch('save investment', (tx) => {
      const choice = { planId, walletId, amount: usd(500), duration: 14, source: 'payment' } as const
      return saveInvestment(tx, investor, choice, SETTINGS)
    })
  const approve = (id: string) =>
    watch('approve investment', (tx) => approveInvestment(tx, administrator, { id }, SETTINGS))
  const newestReferral = () =>
    db
      .selectFrom('referral')
      .select('id')
      .where('inviter_id', '=', inviter.userId)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow()
  async function withdraw(): Promise<string> {
    const wallet = { walletName: `Wallet ${walletId}`, walletAddress: SOMEBODYS_BITCOIN }
    const request = { amount: usd(5), source: 'investment', ...wallet } as const
    await watch('withdraw', (tx) => requestWithdrawal(tx, investor, request, 'invest'))
    const pending = db.selectFrom('withdrawal').select('id').where('user_id', '=', investor.userId)
    return (await pending.where('status', '=', 'pending').executeTakeFirstOrThrow()).id
  }

  test('nothing is found on the desk by reading a table from end to end', async () => {
    const { rows } = await database.pool.query<Record<string, string>>('SELECT id, tranx_id FROM investment LIMIT 1')
    const typed = ['lo', 'load-0004', 'LOAD-000412@load', '000412', 'plumb', '+12025550', '5550412', 'nobody at all']
    const codes = ['bc1qw5', '0x12ab', 'f4184fc596403b9d', ...Object.values(rows[0] ?? {})]
    for (const q of [...typed, ...codes]) await watch(`find ${q}`, (tx) => findEverything(tx, q))
    expect(found).toEqual({})
  })

  test('what tells whether a withdrawal is ordinary is read without reading a table from end to end', async () => {
    const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM withdrawal ORDER BY id LIMIT 3')
    for (const { id } of rows) await watch(`background ${id}`, (tx) => withdrawalBackground(tx, id))
    expect([rows.length, found]).toEqual([3, {}])
  })

  test('which payouts were said to be paid and not confirmed is read without reading a table from end to end', async () => {
    const { rows } = await database.pool.query<{ id: string; version: number }>(
      'SELECT id, version FROM withdrawal ORDER BY id LIMIT 250',
    )
    for (const some of [rows.slice(0, 1), rows]) {
      const said = await watch(`of ${some.length}`, (tx) => unconfirmedPayouts(tx, some))
      expect([said.size, said.get(some[0]?.id ?? '')?.txid]).toEqual([some.length, 'said'])
    }
    expect([rows.length > 50, found]).toEqual([true, {}])
  })

  test('no posting reads a table from end to end, not after a large one of the same connection either', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `SELECT id FROM app_user WHERE name LIKE 'load-0%' ORDER BY id LIMIT 400`,
    )
    const postingOf = (id: string) => ({
      ...({ key: newId(), kind: 'correction', reference: { kind: 'user', id } } as const),
      entries: [debit('equity/adjustments', usd(1)), credit(investorAccount(id, 'bonus'), usd(1))],
    })
    const sizes = [rows.length, ...Array.from({ length: 10 }, () => 1), rows.length]
    for (const size of sizes) {
      await watch(`posting ${size}`, async (tx) =>
        post(
          tx,
          JOB,
          (await databaseClock(tx)).now(),
          rows.slice(0, size).map(({ id }) => postingOf(id)),
        ),
      )
    }
    expect(found).toEqual({})
  })

  test('what is promised, chosen, quoted and left is found without reading a table from end to end', async () => {
    const { id } = await save()
    await approve(id)
    await watch('choose what happens at its end', (tx) => setAtEnd(tx, investor, { id, atEnd: 'reinvest principal' }))
    const { quote } = await watch('quote leaving', (tx) => quoteExit(tx, investor, { id }))
    await watch('leave', (tx) => exitInvestment(tx, investor, { id, quoteId: quote.id }))
    await watch('what is not covered', (tx) => selectUncovered(tx, undefined, 7))
    await watch('how many wait', (tx) => countWaiting(tx, investor.userId))
    expect(await watch('what all that waits would promise', (tx) => selectSpokenFor(tx, null))).toBeGreaterThan(usd(1))
    await watch('what is free', selectFree)
    const funds = { walletId, account: 'capital', amount: usd(20), direction: 'in', reason: 'put in' } as const
    await watch('record funds', (tx) => recordFunds(tx, administrator, funds))
    await watch('set apart', (tx) =>
      recordFunds(tx, administrator, { ...funds, account: 'reserve', reason: 'for promises' }),
    )
    expect(found).toEqual({})
  })

  const FINDERS = { selectMatured, selectExpired, selectInvestorsToAccrue }
  test.each(Object.entries(FINDERS))('%s goes through nothing but what is due', async (_name, find) => {
    // When nothing that is in the database was due.
    const earlier = new Date(database.clock.now().getTime() - DAY)
    expect(await rowsRead(db, (tx) => find(tx, earlier, undefined, 200))).toBe(0)
    const later = new Date(database.clock.now().getTime() + 365 * DAY)
    const pageFrom = (after?: Due) => transaction(db, (tx) => find(tx, later, after, 7))
    const all = await transaction(db, (tx) => find(tx, later, undefined, 10_000))
    const paged = []
    for (let page = await pageFrom(); page.length > 0; page = await pageFrom(page.at(-1))) paged.push(...page)
    expect(paged).toEqual(all)
    const middle = all[Math.floor(all.length / 2)]
    expect(all.length).toBeGreaterThan(40)
    expect(await rowsRead(db, (tx) => find(tx, later, middle, 7))).toBeLessThan(30)
  })

  test('whether networks are known is looked up for each once, however many people sign in from one', async () => {
    const asked = ['network/192.0.2.1', 'network/192.0.2.2', 'network/198.51.100.1']
    const found: string[][] = []
    const read = await rowsRead(db, async (tx) => found.push(await selectPlacesOfAnybody(tx, asked)))
    expect(found).toEqual([['network/192.0.2.1']])
    expect(read).toBeLessThan(10)
  })

  test('whose an e-mail address was and what somebody is paid out to is looked up without reading a table from end to end', async () => {
    const { rows } = await database.pool.query<{ id: string; email: string }>(
      `SELECT id, email FROM app_user WHERE name LIKE 'load-%' ORDER BY id LIMIT 5`,
    )
    const at = new Date(systemClock.now().getTime() - 365 * DAY)
    for (const { id, email } of rows) {
      for (const asked of [email, `old-${email}`]) {
        const taken = await watch('is taken', (tx) => selectIsTaken(tx, asked.toUpperCase(), at, null))
        expect([asked, taken]).toEqual([asked, true])
      }
      expect(await watch('take back', (tx) => selectTakeBack(tx, id, at))).not.toBeNull()
      const [now, until] = [systemClock.now(), new Date(systemClock.now().getTime() + DAY)]
      await watch('settle later', (tx) => settleLater(tx, id, { since: at, now, until }))
      await watch('distrust since', (tx) => distrustSince(tx, id, at, systemClock.now()))
    }
    expect(found).toEqual({})
  })

  test('a rotation of the document key walks past no key that is done', async () => {
    const owner = openDatabase({ connectionString: database.ownerUrl }, { size: 1, log: () => {} })
    const locked: string[] = []
    const read = await rowsRead(owner.db, async (tx) => {
      for (const { master } of await lockOldKeys(tx, 'newest', 100)) locked.push(master)
    })
    await owner.db.destroy()
    expect(new Set(locked)).toEqual(new Set(['before']))
    expect([locked.length, read < 50]).toEqual([5, true])
  })

  test('owners are looked for among those who have a role, and no change of who may do what reads a table from end to end', async () => {
    expect(await rowsRead(db, lockOwners)).toBeLessThan(USERS / 10)
    expect(await rowsRead(db, ownersOf)).toBeLessThan(USERS / 10)
    const clock = systemClock
    const appUrl = 'http://localhost'
    const reason = 'test'
    for (let round = 0; round < 3; round += 1) {
      const [{ userId: other }, { userId: id }] = [
        await anAdministrator(db, ['reviewer']),
        await anAdministrator(db, ['reviewer']),
      ]
      const invitation = { email: `${newId()}@plumb.test`, roles: ['support' as const], reason, appUrl }
      await watch('invite', (tx) => inviteAdministrator(tx, clock, administrator, invitation))
      await watch('set roles', (tx) => setRoles(tx, clock, administrator, { id: other, roles: ['support'] }))
      await watch('require reset', (tx) => requireReset(tx, clock, administrator, { id, appUrl }))
      await watch('block', (tx) => blockUser(tx, clock, administrator, { id, reason, appUrl }))
      await watch('unblock', (tx) => unblockUser(tx, clock, administrator, { id, reason, appUrl }))
    }
    expect(found).toEqual({})
  })

  test('no movement of money reads a table from end to end', async () => {
    // so often that each statement goes by a plan for any values (decision 112)
    for (let round = 0; round < 12; round += 1) {
      const adjustment = { userId: investor.userId, account: 'earnings', category: null, reason: null } as const
      await watch('top up', (tx) => topUpUser(tx, administrator, { ...adjustment, amount: usd(100) }))
      await watch('deduct', (tx) => deductUser(tx, administrator, { ...adjustment, amount: usd(1) }))
      // with what was recorded before, no more than one may record alone
      const funds = { walletId, amount: usd(900), direction: 'in', account: 'capital', reason: 'test' } as const
      await watch('record funds', (tx) => recordFunds(tx, administrator, funds))

      const declined = await save()
      await watch('decline investment', (tx) =>
        declineInvestment(tx, administrator, { id: declined.id, ...ALONE, received: usd(120) }),
      )
      const refund = { id: declined.id, amount: usd(20), txid: null, address: SOMEBODYS_BITCOIN, reason: 'test' }
      await watch('refund', (tx) => refundSuspense(tx, administrator, refund))

      const { id, tranx_id } = await save()
      await watch('verify investment', (tx) => verifyInvestment(tx, investor, { tranxId: tranx_id }))
      await approve(id)
      const referral = await newestReferral()
      if (round < 2) await watch('approve referral', (tx) => approveReferral(tx, administrator, referral, SETTINGS))
      else await watch('decline referral', (tx) => declineReferral(tx, administrator, { ...referral, ...ALONE }))
      await database.clock.move(DAY)
      await watch('accrue', async (tx) => accrueInvestor(tx, await databaseClock(tx), JOB, investor.userId))
      const edit = {
        id,
        amount: usd(400),
        date: database.clock.now().toISOString(),
        status: 'approved',
        ...ALONE,
      } as const
      await watch('update investment', (tx) => updateInvestment(tx, administrator, edit, SETTINGS))
      await database.clock.move(14 * DAY)
      await watch('complete', (tx) => completeInvestments(tx, JOB, [id]))
      await watch('reinvest', (tx) => reinvestInvestment(tx, investor, { id }, { kyc: 'off' }))

      const given = await save()
      await watch('cancel investment', (tx) => cancelInvestment(tx, investor, { id: given.id }))
      const unpaid = await save()
      await database.clock.move(2 * DAY)
      await watch('expire', (tx) => expireInvestment(tx, JOB, { id: unpaid.id }))

      const cancelled = await withdraw()
      await watch('cancel withdrawal', (tx) => cancelWithdrawal(tx, investor, { id: cancelled }))
      const refused = { id: await withdraw(), ...ALONE }
      await watch('decline withdrawal', (tx) => declineWithdrawal(tx, administrator, refused))
      const paid = await withdraw()
      await watch('approve withdrawal', (tx) => approveWithdrawal(tx, administrator, { id: paid }))
      const pay = {
        id: paid,
        amount: usd(5),
        date: database.clock.now().toISOString(),
        status: 'completed',
        ...ALONE,
      } as const
      const txid = newTxid()
      const line = { id: paid, network: 'bitcoin', address: SOMEBODYS_BITCOIN, amount: '5.00', txid }
      const { lines } = await watch('check payouts', (tx) => checkPayouts(tx, administrator, [line]))
      expect(lines).toMatchObject([{ verdict: 'pay' }])
      await watch('pay', (tx) => updateWithdrawal(tx, administrator, { ...pay, txid }))
      await watch('transaction of', (tx) => transactionOf(tx, paid))
    }
    expect(found).toEqual({})
  })
}

test('whoever gives positions looks up what comes before, also where the planner believes that all have one', async () => {
  const { db } = openAsApp()
  await numberEntries(db)
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('ANALYZE')
  const { rows: places } = await owner.query<AccountPlace>('SELECT account_id, sequence FROM entry LIMIT 2000')
  await owner.end()
  expect(places).toHaveLength(2000)
  const scanned = await tablesScanned(db, async (tx) => {
    expect((await selectUnnumberedAt(tx, places)).ids).toEqual([])
  })
  await db.destroy()
  expect(scanned).toEqual([])
})
