/** @module-tag thorough */
import { createECDH, randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR } from '#kit/clock.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from './support/addresses.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { giveRoles, invitationFor } from './support/roles.ts'
import type { Answer, Visitor } from './support/visitor.ts'

/** What somebody has sent waits at a lock while they are stopped: it is not done after that was answered. */
let house: TestApp
let holder: pg.Client
let owner: Visitor
let investor: Visitor
let wallet_id: string
let helpers = 0
let helper: Visitor

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  holder = new pg.Client({ connectionString: house.databaseUrl })
  await holder.connect()
  owner = await house.owner()
  await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  investor = house.visitor()
  await investor.join('investor')
  wallet_id = (await investor.get('/api/histories')).body.wallets[0].id
})
afterAll(async () => {
  expect(await house.problems()).toEqual([])
  await holder.end()
  await house.close()
})
beforeEach(async () => {
  // what every owner is told of is counted for an hour
  await house.clock.move(HOUR)
  await helpAgain()
})

/** Somebody new is the reviewer who helps. */
async function helpAgain(): Promise<void> {
  helpers += 1
  helper = house.visitor()
  await helper.join(`helper-${helpers}`)
  await giveRoles(owner, helper, ['reviewer'])
}

const posted = async () => {
  const { rows } = await holder.query('SELECT id::text FROM transfer UNION ALL SELECT id::text FROM approval')
  return rows.length
}

/** Sends it while somebody else has the record, does `meanwhile` once it waits, and lets the record go. */
async function underWay(
  send: () => Promise<Answer>,
  meanwhile: () => Promise<unknown>,
  held: Held = { table: 'app_user', id: investor.id },
): Promise<Answer> {
  await hold(held)
  const answer = send()
  try {
    await waiting(1)
    await meanwhile()
  } finally {
    await holder.query('COMMIT')
  }
  return answer
}

type Held = { table: string; id: string; lock?: 'UPDATE' }
/** Takes a record until `holder` commits; with `UPDATE` from those too who only name it. */
async function hold({ table, id, lock }: Held): Promise<void> {
  await holder.query('BEGIN')
  await holder.query(`SELECT FROM ${table} WHERE id = $1 FOR ${lock ?? 'NO KEY UPDATE'}`, [id])
}

/** Until so many wait for a record: the first for whoever has it, the others behind the first. */
async function waiting(many: number): Promise<void> {
  const inLine = `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND locktype IN ('transactionid', 'tuple') AND datname = current_database()`
  // within a transaction PostgreSQL goes on listing the connections that there were at first
  await expect
    .poll(async () => {
      await holder.query('SELECT pg_stat_clear_snapshot()')
      return (await holder.query(inLine)).rows.length
    })
    .toBeGreaterThanOrEqual(many)
}

const topUp = (who: Visitor, amount: string) => who.post(`/api/topup-user/${investor.id}`, { amount, account: 'bonus' })

/** The link by which somebody chooses a new password. */
async function linkFor(who: Visitor): Promise<string> {
  await house.visitor().must('/api/forgot-password', { email: who.email })
  const mail = await who.newestMessage('.eml', who.email, /reset-password\?token=/)
  return /reset-password\?token=([\w-]+)/.exec(mail)?.[1] ?? ''
}
const NEW_PASSWORD = 'another line hangs straight'
const choose = (token: string) =>
  house.visitor().post('/api/reset-password', { token, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD })

const NOT_ANY_MORE = [403, 'Your account can no longer do this. Nothing has changed.']
const ENDED = [401, 'Your session has ended. Sign in again. Nothing has changed.']
const said = ({ status, body }: Answer) => [status, body.message]

const STOPS: Record<string, { stop(): Promise<unknown>; refused: unknown[] }> = {
  'is blocked': {
    stop: () => owner.must(`/api/block-user/${helper.id}`, { reason: 'Stolen' }),
    refused: NOT_ANY_MORE,
  },
  'loses the role': {
    stop: () => owner.must(`/api/set-roles/${helper.id}`, { roles: ['support'] }),
    refused: NOT_ANY_MORE,
  },
  'loses all roles': { stop: () => owner.must(`/api/set-roles/${helper.id}`, { roles: [] }), refused: NOT_ANY_MORE },
  'is told to reset': { stop: () => owner.must(`/api/require-reset/${helper.id}`), refused: NOT_ANY_MORE },
  'is signed out everywhere': { stop: () => owner.must(`/api/sign-out-everywhere/${helper.id}`), refused: ENDED },
  'chooses a new password': {
    stop: async () => expect((await choose(await linkFor(helper))).status).toBe(200),
    refused: ENDED,
  },
  'signs out': { stop: () => helper.must('/api/logout'), refused: ENDED },
}

test.each(Object.entries(STOPS))('nothing is posted, nor asked for, once whoever sent it %s', async (_how, how) => {
  for (const amount of ['7', '5000']) {
    if (amount === '5000') await helpAgain()
    const before = await posted()
    expect(said(await underWay(() => topUp(helper, amount), how.stop))).toEqual(how.refused)
    expect(await posted()).toBe(before)
  }
})

test('an owner’s call is not done for who has become a reviewer meanwhile', async () => {
  const second = house.visitor()
  await second.join('second-owner')
  await giveRoles(owner, second, ['owner'])
  const before = await posted()
  const funds = { wallet_id, amount: '7', direction: 'in', account: 'capital', reason: 'Ours' }
  const answer = await underWay(
    () => second.post('/api/record-funds', funds),
    async () => {
      const asOwner = new pg.Client({ connectionString: house.databaseUrl })
      await asOwner.connect()
      await asOwner.query(`UPDATE app_user SET roles = '{reviewer}' WHERE id = $1`, [second.id])
      await asOwner.end()
    },
    { table: 'wallet', id: wallet_id },
  )
  expect(answer.status).toBe(403)
  expect(await posted()).toBe(before)
})

/** What ends somebody's session, each of it by way of their own row, and how it answers what they sent before. */
const ENDS: Record<string, { prepare?(): Promise<string>; end(token: string): Promise<Answer>; refused: unknown[] }> = {
  'is blocked': {
    end: () => owner.post(`/api/block-user/${investor.id}`, { reason: 'Stolen' }),
    refused: NOT_ANY_MORE,
  },
  'is signed out everywhere': { end: () => owner.post(`/api/sign-out-everywhere/${investor.id}`), refused: ENDED },
  // their withdrawals are paused from then on, which is seen first
  'chooses a new password': {
    prepare: () => linkFor(investor),
    end: choose,
    refused: [409, expect.stringMatching(/password/)],
  },
}

test.each(Object.entries(ENDS))(
  'no withdrawal is made of what an investor sent before they are the one who %s',
  async (_how, { prepare, end, refused }) => {
    investor = house.visitor()
    await investor.join(`investor-${helpers}`)
    await owner.must(`/api/topup-user/${investor.id}`, { amount: '90', account: 'earnings' })
    const token = (await prepare?.()) ?? ''
    const withdraw = () =>
      investor.post('/api/withdraw', {
        ...{ amount: '5', source: 'investment', wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN },
      })
    await hold({ table: 'app_user', id: investor.id })
    const answers: Promise<Answer>[] = []
    try {
      for (const send of [() => end(token), withdraw, withdraw]) {
        answers.push(send())
        await waiting(answers.length)
      }
    } finally {
      await holder.query('COMMIT')
    }
    const [ended, ...withdrawn] = await Promise.all(answers)
    expect(ended?.status).toBe(200)
    expect(withdrawn.map(said)).toEqual([refused, refused])
    const { rows } = await holder.query('SELECT FROM withdrawal WHERE user_id = $1', [investor.id])
    expect(rows).toEqual([])
  },
)

/** Ends all sessions of the investor by nobody's call. */
async function endSessions(): Promise<void> {
  const ending = new pg.Client({ connectionString: house.databaseUrl })
  await ending.connect()
  await ending.query('UPDATE session SET ended_at = now() WHERE user_id = $1', [investor.id])
  await ending.end()
}

test('nor is a browser notified from then on that asked for it before', async () => {
  investor = house.visitor()
  await investor.join(`listened-to-${helpers}`)
  const own = createECDH('prime256v1')
  own.generateKeys()
  const keys = { p256dh: own.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
  const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/thief', keys }
  const held: Held = { table: 'app_user', id: investor.id, lock: 'UPDATE' }
  const answer = await underWay(() => investor.post('/api/push-subscribe', subscription), endSessions, held)
  expect(said(answer)).toEqual(ENDED)
  const { rows } = await holder.query('SELECT FROM push_subscription WHERE user_id = $1', [investor.id])
  expect(rows).toEqual([])
})

test('nor are roles accepted in a session that has ended meanwhile, although accepting them ends it too', async () => {
  investor = house.visitor()
  await investor.join(`invited-${helpers}`)
  await owner.must('/api/invite-administrator', { email: investor.email, roles: ['support'], reason: 'A colleague' })
  const token = await invitationFor(investor)
  const answer = await underWay(() => investor.post('/api/accept-roles', { token }), endSessions)
  expect(said(answer)).toEqual(ENDED)
  const { rows } = await holder.query('SELECT roles::text[] AS roles FROM app_user WHERE id = $1', [investor.id])
  expect(rows).toEqual([{ roles: [] }])
})

test('what was refused because the session had ended is done in the next one under the same key', async () => {
  investor = house.visitor()
  await investor.join(`comes-back-${helpers}`)
  await owner.must(`/api/topup-user/${investor.id}`, { amount: '90', account: 'earnings' })
  const body = { amount: '5', source: 'investment', wallet_name: 'Bitcoin', wallet_address: THEIR_BITCOIN }
  const key = { 'idempotency-key': 'one-press' }
  expect(said(await underWay(() => investor.post('/api/withdraw', body, key), endSessions))).toEqual(ENDED)
  await investor.signIn(investor.email, 'correct horse battery')
  const pressed = [await investor.post('/api/withdraw', body, key), await investor.post('/api/withdraw', body, key)]
  expect(pressed.map(({ status }) => status)).toEqual([200, 200])
  const { rows } = await holder.query('SELECT FROM withdrawal WHERE user_id = $1', [investor.id])
  expect(rows).toHaveLength(1)
})

test('an account is closed while a request for a reset link waits behind it: neither waits for the other, and no link is made', async () => {
  investor = house.visitor()
  await investor.join(`closes-${helpers}`)
  await hold({ table: 'app_user', id: investor.id })
  const closed = investor.post('/api/close-account', { password: 'correct horse battery' })
  await waiting(1)
  // whoever answers it has the request, and waits for the user
  await house.visitor().must('/api/forgot-password', { email: investor.email })
  await waiting(2)
  await holder.query('COMMIT')
  const inLine = `SELECT query FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND query ILIKE 'delete from "reset_request" where lower%' AND datname = current_database()`
  let isOver = false
  const answer = closed.finally(() => (isOver = true))
  const seen: unknown[] = []
  while (!isOver) seen.push(...(await holder.query(inLine)).rows)
  expect((await answer).status).toBe(200)
  expect(seen).toEqual([])
  const left = 'SELECT FROM reset_request WHERE email = $1'
  await expect.poll(async () => (await holder.query(left, [investor.email])).rows).toEqual([])
  const link = `SELECT FROM reset_link WHERE user_id = $1 UNION ALL
    SELECT FROM message WHERE receiver LIKE 'closed-%@closed.invalid'`
  expect((await holder.query(link, [investor.id])).rows).toEqual([])
})

test('signing out is answered, also twice at once', async () => {
  const answers = await Promise.all([helper.post('/api/logout'), helper.post('/api/logout')])
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  for (const { status } of answers) expect([200, 401]).toContain(status)
  expect((await helper.get('/api/user')).status).toBe(401)
})

test('what stops nobody is answered: a call under way beside another’s block, and what one does to oneself', async () => {
  const before = await posted()
  const answer = await underWay(
    () => topUp(owner, '7'),
    () => owner.must(`/api/block-user/${helper.id}`, { reason: 'Stolen' }),
  )
  expect(answer.status).toBe(200)
  expect(await posted()).toBe(before + 1)
  for (const what of ['sign-out-everywhere', 'require-reset']) {
    const self = await house.owner()
    const { user } = (await self.get('/api/user')).body
    await self.must(`/api/${what}/${user.id}`)
    expect((await self.get('/api/user')).status).toBe(401)
  }
})
