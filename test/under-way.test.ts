import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { OUR_BITCOIN } from './support/addresses.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { giveRoles } from './support/roles.ts'
import type { Answer, Visitor } from './support/visitor.ts'

/** What an administrator has sent waits at a lock while they are stopped: it is not done after that was answered. */
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
  helpers += 1
  helper = house.visitor()
  await helper.join(`helper-${helpers}`)
  await giveRoles(owner, helper, ['reviewer'])
})

const posted = async () => {
  const { rows } = await holder.query('SELECT id FROM transfer UNION ALL SELECT id FROM approval')
  return rows.length
}

/** Sends it while somebody else has the record, does `meanwhile` once it waits, and lets the record go. */
async function underWay(
  send: () => Promise<Answer>,
  meanwhile: () => Promise<unknown>,
  held = { table: 'app_user', id: investor.id },
): Promise<Answer> {
  await holder.query('BEGIN')
  await holder.query(`SELECT FROM ${held.table} WHERE id = $1 FOR NO KEY UPDATE`, [held.id])
  const { rows } = await holder.query('SELECT pg_current_xact_id()::xid::text AS xid')
  const answer = send()
  try {
    await vi.waitUntil(
      async () => {
        const waits = await holder.query(
          'SELECT FROM pg_locks WHERE NOT granted AND transactionid = $1::xid AND pid <> pg_backend_pid()',
          [rows[0]?.xid],
        )
        return waits.rows.length > 0
      },
      { timeout: 10_000 },
    )
    await meanwhile()
  } finally {
    await holder.query('COMMIT')
  }
  return answer
}

const topUp = (who: Visitor, amount: string) => who.post(`/api/topup-user/${investor.id}`, { amount, account: 'bonus' })

const STOPS: Record<string, () => Promise<unknown>> = {
  'is blocked': () => owner.must(`/api/block-user/${helper.id}`, { reason: 'Stolen' }),
  'loses the role': () => owner.must(`/api/set-roles/${helper.id}`, { roles: ['support'] }),
  'loses all roles': () => owner.must(`/api/set-roles/${helper.id}`, { roles: [] }),
  'is told to reset': () => owner.must(`/api/require-reset/${helper.id}`),
}

test.each(Object.entries(STOPS))('nothing is posted, nor asked for, once whoever sent it %s', async (_how, stop) => {
  for (const amount of ['7', '5000']) {
    const before = await posted()
    const answer = await underWay(() => topUp(helper, amount), stop)
    expect([answer.status, answer.body.message]).toEqual([
      403,
      'Your account may not do this any more. Nothing has changed.',
    ])
    expect(await posted()).toBe(before)
    await owner.post(`/api/unblock-user/${helper.id}`, { reason: 'Again' })
    helper = house.visitor()
    await helper.join(`again-${helpers}-${amount}`)
    await giveRoles(owner, helper, ['reviewer'])
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
