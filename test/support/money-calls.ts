/** Every call that moves money, each with what has to be there first, so that it can be made any number of times. */
import pg from 'pg'
import type { contract } from '#app/contract.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from './addresses.ts'
import { daysPass, type TestApp } from './app.ts'
import { giveRoles } from './roles.ts'
import type { Visitor } from './visitor.ts'

export type Press = { who: Visitor; path: string; body?: unknown }
export type MoneyCall = { key: keyof typeof contract; prepare(): Promise<Press> }

/** Calls of signed-in people that change something, and no balance. */
export const MOVE_NO_MONEY: readonly (keyof typeof contract)[] = [
  'POST /api/accept-roles',
  'POST /api/accept-terms',
  'POST /api/add-authenticator',
  'POST /api/add-passkey',
  'POST /api/admin/check-books',
  'POST /api/admin/check-payouts',
  'POST /api/admin/preview-investment/:id',
  'POST /api/admin/preview-withdrawal/:id',
  'POST /api/approve-kyc/:id',
  'POST /api/begin-authenticator',
  'POST /api/begin-email-change',
  'POST /api/begin-passkey',
  'POST /api/begin-phone-change',
  'POST /api/begin-step-up',
  'POST /api/block-user/:id',
  'POST /api/change-password',
  'POST /api/clear-screening-hit/:id',
  'POST /api/close-account',
  'POST /api/confirm-email-change',
  'POST /api/confirm-phone-change',
  'POST /api/confirm-screening-hit/:id',
  'POST /api/create-plan',
  'POST /api/create-wallet',
  'POST /api/decline-kyc/:id',
  'POST /api/draw-logo',
  'POST /api/end-other-sessions',
  'POST /api/end-session/:id',
  'POST /api/import-screening-list',
  'POST /api/invite-administrator',
  'POST /api/kyc',
  'POST /api/kyc-details',
  'POST /api/kyc-document/:side',
  'POST /api/kyc-word',
  'POST /api/logout',
  'POST /api/mail-address-link/:id',
  'POST /api/mail-word',
  'POST /api/make-archive',
  'POST /api/make-proof',
  'POST /api/make-recovery-codes',
  'POST /api/name-device/:id',
  'POST /api/note-user/:id',
  'POST /api/preview-mail',
  'POST /api/profile-update',
  'POST /api/prove-wallet/:id',
  'POST /api/publish-terms',
  'POST /api/push-subscribe',
  'POST /api/push-unsubscribe',
  'POST /api/quote-exit/:id',
  'POST /api/quote-payment/:tranx_id',
  'POST /api/read-notifications',
  'POST /api/refuse-approval/:id',
  'POST /api/refuse-factor-help/:id',
  'POST /api/remove-address/:id',
  'POST /api/remove-factor/:id',
  'POST /api/remove-filter/:id',
  'POST /api/remove-what-if/:id',
  'POST /api/rename-factor/:id',
  'POST /api/rename-filter/:id',
  'POST /api/require-reset/:id',
  'POST /api/retry-message/:id',
  'POST /api/save-address',
  'POST /api/save-filter',
  'POST /api/save-what-if',
  'POST /api/send-mail',
  'POST /api/send-mailing',
  'POST /api/send-reset-link/:id',
  'POST /api/set-backing',
  'POST /api/set-roles/:id',
  'POST /api/sign-out-everywhere/:id',
  'POST /api/start-factor-wait/:id',
  'POST /api/step-up',
  'POST /api/stop-mailing/:id',
  'POST /api/unblock-user/:id',
  'POST /api/update-plan/:id',
  'POST /api/update-setting/:name',
  'POST /api/update-wallet/:id',
  'POST /api/want-proof-mails',
  'POST /api/withdraw-approval/:id',
  'POST /api/withdraw-invitation/:id',
]

/** Of the hundred withdrawals that somebody may have waiting. */
const MANY_WAITING = 50

/**
 * A house with two owners, an investor who has plenty and a friend whom they invited; `completed` investments wait to be
 * reinvested. Amounts stay below what a second administrator has to agree to.
 */
export async function openMoneyCalls(house: TestApp, completed: number) {
  const owner = await house.owner()
  const [amy, friend, other] = [house.visitor(), house.visitor(), house.visitor()]
  await amy.join('amy')
  await friend.join('friend', { referral: 'amy' })
  await other.join('other')
  await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  await owner.must('/api/create-plan', {
    ...{ name: 'Steady', min_amount: '1', max_amount: '5000', durations_copy: '7', ref_bonus: '5' },
    ...{ description: '', daily_roi: '0.4' },
  })
  for (const account of ['earnings', 'referral', 'bonus']) {
    await owner.must(`/api/topup-user/${amy.id}`, { amount: '100000', account })
  }
  const { plans, wallets } = (await amy.get('/api/histories')).body
  const wallet_id = wallets[0].id
  await owner.must('/api/record-funds', {
    ...{ wallet_id, amount: '4000000', direction: 'in', account: 'capital', reason: 'To begin with' },
  })
  const books = new pg.Client({ connectionString: house.databaseUrl })
  await books.connect()
  const newest = async (table: 'investment' | 'withdrawal' | 'referral') =>
    (await books.query(`SELECT * FROM ${table} ORDER BY id DESC LIMIT 1`)).rows[0]

  const save = async (who: Visitor, source: 'payment' | 'bonus' = 'payment') => {
    await who.must('/api/save-investment', { plan_id: plans[0].id, wallet_id, amount: '10', duration: 7, source })
    return newest('investment')
  }
  const invest = async (who: Visitor) => {
    const { id } = await save(who)
    await owner.must(`/api/approve-investment/${id}`)
    return newest('investment')
  }
  const withdraw = async () => {
    await cancelMany()
    await amy.must('/api/withdraw', asked)
    return newest('withdrawal')
  }
  /** A race of requests leaves as many as somebody may have waiting. */
  const cancelMany = async () => {
    const { rows } = await books.query(`SELECT id FROM withdrawal WHERE user_id = $1 AND status = 'pending'`, [amy.id])
    if (rows.length < MANY_WAITING) return
    for (const { id } of rows) await amy.must(`/api/cancel-withdrawal/${id}`)
  }
  const asked = { amount: '0.01', source: 'investment', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' }
  const referral = async () => {
    await invest(friend)
    return newest('referral')
  }
  const { id: declined } = await save(amy)
  await owner.must(`/api/decline-investment/${declined}`, { reason: 'Too late', received: '10' })
  const stock: string[] = []
  for (let made = 0; made < completed; made += 1) stock.push((await invest(amy)).id)
  await daysPass(house, 8)
  for (let sweeps = 0; sweeps < 2; sweeps += 1) await house.runJobs()
  await giveRoles(owner, other, ['owner'])
  let txids = 0
  const txid = () => (txids += 1).toString(16).padStart(64, 'a')

  const calls: (MoneyCall & { of?: string })[] = [
    {
      key: 'POST /api/save-investment',
      prepare: async () => ({
        ...{ who: amy, path: '/api/save-investment' },
        body: { plan_id: plans[0].id, wallet_id, amount: '10', duration: 7, source: 'bonus' },
      }),
    },
    {
      key: 'POST /api/verify-investment/:tranx_id',
      prepare: async () => ({ who: amy, path: `/api/verify-investment/${(await save(amy)).tranx_id}` }),
    },
    {
      key: 'POST /api/cancel-investment/:id',
      prepare: async () => ({ who: amy, path: `/api/cancel-investment/${(await save(amy)).id}` }),
    },
    {
      key: 'POST /api/approve-investment/:id',
      prepare: async () => ({ who: owner, path: `/api/approve-investment/${(await save(friend)).id}` }),
    },
    {
      key: 'POST /api/decline-investment/:id',
      prepare: async () => ({
        ...{ who: owner, path: `/api/decline-investment/${(await save(amy)).id}` },
        body: { reason: 'Too late', received: '1' },
      }),
    },
    {
      key: 'POST /api/refund-suspense/:id',
      prepare: async () => ({
        ...{ who: owner, path: `/api/refund-suspense/${declined}` },
        body: { amount: '0.01', txid: txid(), reason: 'Sent back' },
      }),
    },
    {
      key: 'POST /api/reinvest-investment/:id',
      prepare: async () => ({ who: amy, path: `/api/reinvest-investment/${stock.pop()}` }),
    },
    {
      key: 'POST /api/exit-investment/:id',
      async prepare() {
        const { id } = await invest(friend)
        const { quote } = await friend.must(`/api/quote-exit/${id}`)
        return { who: friend, path: `/api/exit-investment/${id}`, body: { quote_id: quote.id } }
      },
    },
    {
      key: 'POST /api/set-at-end/:id',
      prepare: async () => {
        const { id } = await invest(amy)
        return { who: amy, path: `/api/set-at-end/${id}`, body: { at_end: 'reinvest principal' } }
      },
    },
    {
      key: 'POST /api/update-investment/:id',
      async prepare() {
        const { id, created_at, version } = await invest(amy)
        const date = created_at.toISOString()
        const body = { amount: '10.01', date, status: 'approved', version, reason: 'A cent more came in' }
        return { who: owner, path: `/api/update-investment/${id}`, body }
      },
    },
    { key: 'POST /api/withdraw', prepare: async () => ({ who: amy, path: '/api/withdraw', body: asked }) },
    {
      key: 'POST /api/cancel-withdrawal/:id',
      prepare: async () => ({ who: amy, path: `/api/cancel-withdrawal/${(await withdraw()).id}` }),
    },
    {
      key: 'POST /api/approve-withdrawal/:id',
      prepare: async () => ({ who: owner, path: `/api/approve-withdrawal/${(await withdraw()).id}` }),
    },
    {
      key: 'POST /api/decline-withdrawal/:id',
      prepare: async () => ({ who: owner, path: `/api/decline-withdrawal/${(await withdraw()).id}` }),
    },
    {
      key: 'POST /api/update-withdrawal/:id',
      async prepare() {
        await owner.must(`/api/approve-withdrawal/${(await withdraw()).id}`)
        const { id, created_at, version } = await newest('withdrawal')
        const date = created_at.toISOString()
        const body = { amount: '0.01', date, status: 'completed', version, txid: txid() }
        return { who: owner, path: `/api/update-withdrawal/${id}`, body }
      },
    },
    {
      key: 'POST /api/approve-referral/:id',
      prepare: async () => ({ who: owner, path: `/api/approve-referral/${(await referral()).id}` }),
    },
    {
      key: 'POST /api/decline-referral/:id',
      prepare: async () => ({ who: owner, path: `/api/decline-referral/${(await referral()).id}` }),
    },
    ...(['topup-user', 'deduct-user'] as const).map((call) => ({
      key: `POST /api/${call}/:id` as const,
      prepare: async () => ({
        ...{ who: owner, path: `/api/${call}/${amy.id}` },
        body: { amount: '0.01', account: 'bonus', reason: 'A cent' },
      }),
    })),
    {
      key: 'POST /api/record-funds',
      prepare: async () => ({
        ...{ who: owner, path: '/api/record-funds' },
        body: { wallet_id, amount: '0.01', direction: 'out', account: 'fees', reason: 'A fee' },
      }),
    },
    {
      key: 'POST /api/move-to-reserve',
      prepare: async () => ({
        ...{ who: owner, path: '/api/move-to-reserve' },
        body: { amount: '0.01', direction: 'in', reason: 'A promise' },
      }),
    },
    {
      key: 'POST /api/agree-approval/:id',
      async prepare() {
        const body = { amount: '5000', account: 'bonus', reason: 'A large one' }
        const { approval_id } = (await other.post(`/api/topup-user/${amy.id}`, body)).body
        return { who: owner, path: `/api/agree-approval/${approval_id}` }
      },
    },
  ]
  return { calls, books, close: () => books.end() }
}
