import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notification } from '#notifications/contract.ts'
import { THEIR_BITCOIN } from './support/addresses.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import type { Visitor } from './support/visitor.ts'
import { makeOffer } from './support/walk.ts'
import { askForCheck } from './support/identity.ts'

let house: TestApp
let owner: Visitor
let inviter: Visitor
let friend: Visitor

beforeAll(async () => {
  house = await startTestApp({ env: { KYC: 'off' } })
  owner = await house.owner()
  await makeOffer(owner, { durations_copy: '14' })
  inviter = house.visitor()
  await inviter.join('inviter')
  friend = house.visitor()
  await friend.join('friend', { referral: 'inviter' })
})
afterAll(async () => {
  expect(await house.problems()).toEqual([])
  await house.close()
})

const told = async (who: Visitor): Promise<Notification[]> => (await who.get('/api/notifications')).body.items
const subjects = async (who: Visitor) => (await told(who)).map(({ data, subject }) => ({ title: data.title, subject }))
const histories = async (who: Visitor) => (await who.get('/api/histories')).body

test('each kind of record is what its notifications are about, and each is in its owner’s lists', async () => {
  const { plans, wallets } = await histories(friend)
  const choice = { plan_id: plans[0].id, wallet_id: wallets[0].id, amount: '500', duration: 14 }
  await friend.must('/api/save-investment', choice)
  const [{ id: investment }] = (await histories(friend)).investments
  await owner.must(`/api/approve-investment/${investment}`)
  await owner.must(`/api/topup-user/${friend.id}`, { amount: '30', account: 'bonus', reason: 'Welcome' })
  await owner.must(`/api/topup-user/${friend.id}`, { amount: '40', reason: 'For the delay' })
  const payout = { source: 'investment', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }
  await friend.must('/api/withdraw', { amount: '20', ...payout })
  const [{ id: withdrawal }] = (await histories(friend)).withdrawals
  await owner.must(`/api/decline-withdrawal/${withdrawal}`, { reason: 'The address is on a list.' })
  await askForCheck(friend)
  expect(await subjects(friend)).toEqual([
    { title: 'Identity check', subject: { kind: 'identity check', id: expect.any(String) } },
    { title: 'Withdrawal declined', subject: { kind: 'withdrawal', id: withdrawal } },
    { title: 'Withdrawal requested', subject: { kind: 'withdrawal', id: withdrawal } },
    { title: 'Balance topped up', subject: { kind: 'balance', id: 'earnings' } },
    { title: 'Balance topped up', subject: { kind: 'balance', id: 'bonus' } },
    { title: 'Investment approved', subject: { kind: 'investment', id: investment } },
    { title: 'Investment waiting for payment', subject: { kind: 'investment', id: investment } },
  ])
  const [{ id: referral }] = (await histories(inviter)).referrals
  expect(await subjects(inviter)).toEqual([{ title: 'Referral bonus', subject: { kind: 'referral', id: referral } }])
})

test('owners are told which wallet, plan, setting and person a change was of', async () => {
  const [wallet] = (await owner.get('/api/admin-histories')).body.wallets
  const [plan] = (await owner.get('/api/admin-histories')).body.plans
  await owner.must('/api/update-setting/payment_hours', { value: '12', reason: 'Slow networks' })
  const about = (await subjects(owner)).map(({ subject }) => subject)
  expect(about).toContainEqual({ kind: 'wallet', id: wallet.id })
  expect(about).toContainEqual({ kind: 'plan', id: plan.id })
  expect(about).toContainEqual({ kind: 'setting', id: 'payment_hours' })
})

test('what was read stays, and others’ are nobody’s business', async () => {
  const mine = await told(inviter)
  await inviter.must('/api/read-notifications', { ids: [], through: mine[0]?.id })
  const { items, unread } = (await inviter.get('/api/notifications')).body
  expect(unread).toBe(0)
  expect(items).toEqual(mine.map((item) => ({ ...item, read_at: expect.any(String) })))
  expect((await histories(inviter)).toasts).toEqual([])
  expect((await told(friend)).map(({ id }) => id)).not.toContain(mine[0]?.id)
  expect((await house.visitor().get('/api/notifications')).status).toBe(401)
  expect((await inviter.get('/api/notifications?cursor=x')).status).toBe(422)
  expect((await inviter.post('/api/read-notifications', { ids: [], through: 'x' })).status).toBe(422)
})
