/** Refunds and recorded funds above the limit, and requests that nobody decides in time. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { custodyAccount, suspenseAccount } from '#ledger/accounts.ts'
import { expireApprovals } from './expire.ts'
import { setRoles } from '#roles/set-roles.ts'
import { declineInvestment } from '#investments/decline.ts'
import { refundSuspense } from '#investments/suspense/refund.ts'
import { recordFunds } from '#wallets/record-funds.ts'
import { agreeAs } from '../../test/support/agreeing.ts'
import { allWaitingAs, refuseAs, requestNow, WAITS, withdrawAs } from '../../test/support/deciding.ts'
import { openInvestingHouse, problems } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { investmentNow, save } from '../../test/support/investing.ts'
import { balance } from '../../test/support/money.ts'
import { anAdministrator, anInvestor, aWallet, usd } from '../../test/support/people.ts'

const job = { job: 'test' }
const house = opened(openInvestingHouse)
let owner: Administrator
let reviewer: Administrator
let investor: Investor
let walletId: string

beforeAll(async () => {
  owner = await anAdministrator(house.db, ['owner'])
  reviewer = await anAdministrator(house.db, ['reviewer'])
})
afterAll(async () => expect(await problems(house)).toEqual([]))
beforeEach(async () => {
  walletId = await aWallet(house.db)
  investor = await anInvestor(house.db)
})
afterEach(async () => {
  await house.clock.move(100 * DAY)
  await expireApprovals(house.db, job)
})

async function held(received: MicroUsd): Promise<string> {
  const { id } = await save({ ...house, walletId }, investor)
  const waits = await house.write((tx) => declineInvestment(tx, owner, { id, reason: null, received }))
  if (waits !== undefined) await agree(waits, reviewer)
  return id
}
const refund = async (id: string, amount: MicroUsd | null, by = reviewer, txid: string | null = null) => {
  const input = { id, amount, txid, address: null, reason: 'sent back' }
  return (await house.write((tx) => refundSuspense(tx, by, input))).waits
}
const record = async (amount: MicroUsd, direction: 'in' | 'out' = 'in', at = walletId) => {
  const input = { walletId: at, amount, direction, account: 'capital', reason: 'to begin with' } as const
  return (await house.write((tx) => recordFunds(tx, owner, input))).waits
}
const agree = (id: string | undefined, by: Administrator) => agreeAs(house.db, by, id)
const books = async () => [
  await balance(house.db, custodyAccount(walletId)),
  await balance(house.db, suspenseAccount(walletId)),
]
const waiting = (who = owner) => allWaitingAs(house, who)

describe('a refund', () => {
  test('above the limit waits for a second administrator, of the amount that was held then', async () => {
    const id = await held(usd(5000))
    const waits = await refund(id, null, reviewer, 'ab01')
    expect(waits).toEqual(WAITS)
    expect(await books()).toEqual([usd(5000), usd(5000)])
    expect((await investmentNow(house, id)).refunded).toBe(0n)
    expect(await waiting()).toMatchObject([
      {
        ...{ id: waits, kind: 'refund suspense', subject_kind: 'investment', subject_id: id, moved: '5000.00' },
        changes: [
          { field: 'refund', after: '5000.00' },
          { field: 'txid', after: 'ab01' },
        ],
        ...{ concerns: { id: investor.userId }, reason: 'sent back', may_decide: true },
      },
    ])
    await expect(refund(id, usd(1))).rejects.toMatchObject({ code: 'wrong state' })
    await expect(agree(waits, reviewer)).rejects.toMatchObject({ code: 'not allowed' })
    await agree(waits, owner)
    expect(await books()).toEqual([0n, 0n])
    await expect(agree(waits, owner)).rejects.toMatchObject({ code: 'wrong state' })
  })

  test('counts with what the same administrator refunded or corrected alone that day on the same record', async () => {
    const id = await held(usd(5000))
    expect(await refund(id, usd(600))).toBeUndefined()
    expect(await refund(id, usd(400))).toBeUndefined()
    expect(await refund(id, usd(0.01))).toEqual(WAITS)
    expect(await books()).toEqual([usd(4000), usd(4000)])
    const [{ id: waits } = { id: '' }] = await waiting()
    await withdrawAs(house, reviewer, waits)
    expect(await refund(id, usd(1000), owner)).toBeUndefined()
    await house.clock.move(DAY)
    expect(await refund(id, usd(1000))).toBeUndefined()
  })

  test('that became impossible while it waited is refused when it is agreed to, and pays nothing', async () => {
    const id = await held(usd(5000))
    const waits = await refund(id, null, reviewer, 'cd02')
    await refund(await held(usd(10)), null, owner, 'CD02')
    await expect(agree(waits, owner)).rejects.toMatchObject({ errors: { txid: [expect.any(String)] } })
    expect(await books()).toEqual([usd(5000), usd(5000)])
  })
})

describe('recorded funds', () => {
  test('above the limit wait for an owner or a reviewer who has not asked', async () => {
    const waits = await record(usd(1000.01))
    expect(waits).toEqual(WAITS)
    expect(await waiting(reviewer)).toMatchObject([
      {
        ...{ kind: 'record funds', subject_kind: 'funds', subject_id: walletId, concerns: null, may_decide: true },
        changes: [
          { field: 'funds', after: '1000.01' },
          { field: 'direction', after: 'in' },
          { field: 'account', after: 'capital' },
        ],
      },
    ])
    await expect(agree(waits, owner)).rejects.toMatchObject({ code: 'not allowed' })
    await agree(waits, reviewer)
    expect(await books()).toEqual([usd(1000.01), 0n])
  })

  test('count for each wallet and administrator within a day', async () => {
    expect(await record(usd(700))).toBeUndefined()
    expect(await record(usd(300), 'out')).toBeUndefined()
    expect(await record(usd(1))).toEqual(WAITS)
    expect(await record(usd(1000), 'in', await aWallet(house.db))).toBeUndefined()
  })

  test('are not agreed to once who asked is no owner any more', async () => {
    const waits = await record(usd(2000))
    const other = await anAdministrator(house.db, ['owner'])
    const demoted = { userId: owner.userId, roles: ['reviewer' as const] }
    await house.db.updateTable('app_user').set({ roles: demoted.roles }).where('id', '=', owner.userId).execute()
    try {
      await expect(agree(waits, reviewer)).rejects.toThrow('can no longer ask for this')
    } finally {
      await house.db
        .updateTable('app_user')
        .set({ roles: ['owner'] })
        .where('id', '=', owner.userId)
        .execute()
      await house.write((tx) => setRoles(tx, house.clock, owner, { id: other.userId, roles: [] })).catch(() => {})
    }
  })
})

describe('a request that nobody decides', () => {
  test('can be agreed to up to seven days, and not from then on, although no job has run', async () => {
    const [early, late] = [await record(usd(2000)), await record(usd(2000), 'in', await aWallet(house.db))]
    await house.clock.move(7 * DAY - 1)
    await agree(early, reviewer)
    await house.clock.move(1)
    await expect(agree(late, reviewer)).rejects.toThrow('has expired')
    await expect(refuseAs(house, reviewer, late)).rejects.toThrow('has expired')
    expect((await requestNow(house, late)).state).toBe('waiting')
  })

  test('is ended by the job once, tells who asked, leaves a line, and lets the record go on', async () => {
    const id = await held(usd(5000))
    const waits = await refund(id, null)
    expect((await waiting())[0]?.expires_at).toBe(new Date(house.clock.now().getTime() + 7 * DAY).toISOString())
    await house.clock.move(7 * DAY)
    await Promise.all([1, 2, 3].map(() => expireApprovals(house.db, job)))
    expect(await requestNow(house, waits)).toMatchObject({
      state: 'expired',
      decided_by: null,
      decided_at: house.clock.now(),
    })
    const told = await house.db
      .selectFrom('notification')
      .select('title')
      .where('user_id', '=', reviewer.userId)
      .where('created_at', '=', house.clock.now())
      .execute()
    expect(told).toEqual([{ title: 'Your request has expired' }])
    const mails = await house.db
      .selectFrom('message')
      .innerJoin('app_user', 'email', 'receiver')
      .select('subject')
      .where('app_user.id', '=', reviewer.userId)
      .where('message.created_at', '=', house.clock.now())
      .execute()
    expect(mails).toEqual([{ subject: 'Your request has expired' }])
    const lines = await house.db
      .selectFrom('audit_entry')
      .select(['action', 'job'])
      .where('subject_id', '=', id)
      .orderBy('id', 'desc')
      .execute()
    expect(lines[0]).toEqual({ action: 'second approval expired', job: 'test' })
    expect(await waiting()).toEqual([])
    expect(await refund(id, usd(10))).toBeUndefined()
  })

  test('expires after the days that the owner has set', async () => {
    await house.db.updateTable('setting').set({ value: '2' }).where('name', '=', 'approval_days').execute()
    try {
      const waits = await record(usd(2000))
      await house.clock.move(2 * DAY)
      await expect(agree(waits, reviewer)).rejects.toThrow('has expired')
      await expireApprovals(house.db, job)
      expect((await requestNow(house, waits)).state).toBe('expired')
    } finally {
      await house.db.updateTable('setting').set({ value: null }).where('name', '=', 'approval_days').execute()
    }
  })
})
