import { Check } from 'typebox/value'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { readTransaction } from '#kit/transaction.ts'
import { microUsd } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { balanceOf } from '#ledger/balances.ts'
import { custodyAccount, suspenseAccount } from '#ledger/accounts.ts'
import { openInvestingHouse, problems, SETTINGS } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { balance, giveBonus, invest, investmentNow, referralNow, save, takeOut } from '../../test/support/investing.ts'
import { OUR_BITCOIN } from '../../test/support/addresses.ts'
import { anInvestor, aPlan, asAdministrator, aWallet, usd } from '../../test/support/people.ts'
import { accrueDue, accrueInvestor } from './accrue.ts'
import { approveInvestment } from './approve.ts'
import { completeDue, completeInvestments } from './complete.ts'
import { Investment } from './contract.ts'
import { declineInvestment } from './decline.ts'
import { expireDue, expireInvestment } from './expire.ts'
import { investmentsOf, investedBetween, listInvestments, newestInvestments, paymentOf, runningOf } from './read.ts'
import { reinvestInvestment } from './reinvest.ts'
import { saveInvestment } from './save.ts'
import { updateInvestment } from './update.ts'
import { verifyInvestment } from './verify.ts'

const house = opened(openInvestingHouse)
let inviter: Investor
let investor: Investor
const job = { job: 'test' }

beforeEach(async () => {
  inviter = await anInvestor(house.db)
  investor = await anInvestor(house.db, { inviter })
  return async () => expect(await problems(house)).toEqual([])
})

const approve = (id: string) => house.write((tx) => approveInvestment(tx, house.administrator, { id }, SETTINGS))
const decline = (id: string, received = 0) =>
  house.write((tx) => declineInvestment(tx, house.administrator, { id, reason: 'not ours', received: usd(received) }))
const verify = (tranxId: string, who = investor) => house.write((tx) => verifyInvestment(tx, who, { tranxId }))
const reinvest = (id: string, who = investor) =>
  house.write((tx) => reinvestInvestment(tx, who, { id }, { kyc: 'off' }))
const accrue = () => house.write(async (tx) => accrueInvestor(tx, await databaseClock(tx), job, investor.userId))
const complete = () => completeDue(house.db, job)
const refusedAs = (code: string, fields?: Record<string, unknown>) => ({ code, ...fields })

describe('the story in exact figures', () => {
  test('500.00 at 0.4 % for 14 days: 20.00 after ten days can be taken out, 528.00 in all at maturity', async () => {
    const { id } = await invest(house, investor)
    expect(await balance(house, investor, 'invested')).toBe(usd(500))
    await house.days(10)
    const { unposted, current_earning } = await readTransaction(house.db, async (tx) =>
      runningOf(tx, await databaseClock(tx), investor.userId),
    )
    expect([unposted, current_earning]).toEqual([usd(20), usd(20)])
    await accrue()
    expect(await balance(house, investor, 'earnings')).toBe(usd(20))
    await takeOut(house, investor, 'earnings', usd(20))
    await house.days(4)
    await complete()
    expect(await investmentNow(house, id)).toMatchObject({ status: 'completed', earned_posted: usd(28) })
    expect(await balance(house, investor, 'earnings')).toBe(usd(508))
    expect(await balance(house, investor, 'invested')).toBe(0n)
  })

  test('however often earnings are posted on the way, 14 days come to 28.00', async () => {
    await invest(house, investor)
    for (let step = 0; step < 100; step += 1) {
      await house.clock.move(12_345_678)
      await accrue()
    }
    await complete()
    expect(await balance(house, investor, 'earnings')).toBe(usd(528))
  })

  test('nothing is completed a second too early, and nothing is earned after the end', async () => {
    const { id } = await invest(house, investor)
    await house.days(14)
    await house.clock.move(-1)
    await complete()
    expect((await investmentNow(house, id)).status).toBe('approved')
    await house.days(3)
    await accrue()
    expect(await balance(house, investor, 'earnings')).toBe(usd(28))
    await complete()
    expect(await balance(house, investor, 'earnings')).toBe(usd(528))
  })

  test('a clock that runs behind takes nothing back', async () => {
    await invest(house, investor)
    await house.days(2)
    await accrue()
    await house.days(-1)
    await accrue()
    expect(await balance(house, investor, 'earnings')).toBe(usd(4))
    const { unposted, current_earning } = await readTransaction(house.db, async (tx) =>
      runningOf(tx, await databaseClock(tx), investor.userId),
    )
    expect([unposted, current_earning]).toEqual([0n, usd(4)])
    await house.days(1)
  })
})

describe('saving', () => {
  test('copies the terms of plan and wallet, and waits to be paid under a name that nobody guesses', async () => {
    const saved = await save(house, investor)
    const plan = await house.db.selectFrom('plan').selectAll().where('id', '=', house.planId).executeTakeFirstOrThrow()
    expect(await investmentNow(house, saved.id)).toMatchObject({
      status: 'pending',
      plan_name: plan.name,
      daily_roi: plan.daily_roi,
      ref_bonus: plan.ref_bonus,
      wallet_address: OUR_BITCOIN,
      expires_at: new Date(house.clock.now().getTime() + 24 * 3_600_000),
      earned_posted: 0n,
    })
    expect(saved.tranx_id).toMatch(/^[\w-]{22}$/)
    expect(await balance(house, investor, 'invested')).toBe(0n)
  })

  test.each([
    ['below the minimum', { amount: usd(99.99) }, 'amount'],
    ['above the maximum', { amount: usd(5000.01) }, 'amount'],
    ['a duration that the plan does not offer', { duration: 15 }, 'duration'],
  ])('%s is refused under its field', async (_why, choice, field) => {
    await expect(save(house, investor, choice)).rejects.toMatchObject(
      refusedAs('bad input', { errors: { [field]: [expect.any(String)] } }),
    )
  })

  test('a plan or a wallet that is not on offer is refused under its field', async () => {
    const hidden = {
      planId: await aPlan(house.db, { available: false }),
      walletId: await aWallet(house.db, { available: false }),
    }
    const unknown = { planId: investor.userId, walletId: investor.userId }
    for (const { planId, walletId } of [hidden, unknown]) {
      await expect(save({ ...house, planId }, investor)).rejects.toMatchObject({
        errors: { plan_id: [expect.any(String)] },
      })
      await expect(save({ ...house, walletId }, investor)).rejects.toMatchObject({
        errors: { wallet_id: [expect.any(String)] },
      })
    }
  })

  test('needs the identity check that the setting asks for', async () => {
    const stranger = await anInvestor(house.db, { kyc: 'submitted' })
    await expect(save(house, stranger)).rejects.toMatchObject(refusedAs('not allowed'))
    const input = {
      planId: house.planId,
      walletId: house.walletId,
      amount: usd(500),
      duration: 14,
      source: 'payment',
    } as const
    const settings = { ...SETTINGS, kyc: 'withdraw' } as const
    await expect(house.write((tx) => saveInvestment(tx, stranger, input, settings))).resolves.toMatchObject({
      status: 'pending',
    })
  })

  test('an amount that would outgrow the books is refused', async () => {
    const planId = await aPlan(house.db, { max_amount: microUsd(10n ** 18n), daily_roi: percent(1_000_000n) })
    await expect(save({ ...house, planId }, investor, { amount: microUsd(10n ** 18n) })).rejects.toMatchObject({
      errors: { amount: ['This amount is too large for the books.'] },
    })
  })
})

describe('paying', () => {
  test('shows only the investor’s own payment', async () => {
    const { tranx_id } = await save(house, investor)
    const shown = await readTransaction(house.db, (tx) => paymentOf(tx, investor, tranx_id, SETTINGS))
    expect(shown).toMatchObject({ tranx_id, amount: '500.00', network: 'bitcoin', status: 'pending', duration: 14 })
    await expect(readTransaction(house.db, (tx) => paymentOf(tx, inviter, tranx_id, SETTINGS))).rejects.toMatchObject(
      refusedAs('not found'),
    )
  })

  test('saying that it is paid moves no money, and is harmless again', async () => {
    const { id, tranx_id } = await save(house, investor)
    await expect(verify(tranx_id, inviter)).rejects.toMatchObject(refusedAs('not found'))
    await verify(tranx_id)
    await verify(tranx_id)
    expect(await investmentNow(house, id)).toMatchObject({ status: 'waiting approval', version: 1 })
    await approve(id)
    await verify(tranx_id)
    expect((await investmentNow(house, id)).status).toBe('approved')
  })

  test('what has been declined cannot be paid', async () => {
    const { id, tranx_id } = await save(house, investor)
    await decline(id)
    await expect(verify(tranx_id)).rejects.toMatchObject(refusedAs('wrong state'))
  })

  test('unpaid after 24 hours it is declined as expired; what is said to be paid waits', async () => {
    const unpaid = await save(house, investor)
    const paid = await save(house, investor)
    await verify(paid.tranx_id)
    await house.days(1)
    await house.clock.move(-1)
    await expireDue(house.db, job)
    expect((await investmentNow(house, unpaid.id)).status).toBe('pending')
    await house.clock.move(1)
    await expireDue(house.db, job)
    expect(await investmentNow(house, unpaid.id)).toMatchObject({ status: 'declined', reason: 'expired' })
    expect((await investmentNow(house, paid.id)).status).toBe('waiting approval')
  })
})

describe('deciding', () => {
  test('approving is open from pending and from waiting approval, once', async () => {
    const { id, tranx_id } = await save(house, investor)
    await verify(tranx_id)
    await approve(id)
    await expect(approve(id)).rejects.toMatchObject({
      code: 'wrong state',
      message: 'This investment is approved: only one that is pending or waiting approval can be approved.',
    })
    await expect(decline(id)).rejects.toMatchObject(refusedAs('wrong state'))
    expect(await balance(house, investor, 'invested')).toBe(usd(500))
  })

  test('nobody decides on their own, and nobody on what is not there', async () => {
    const { id, created_at, amount } = await save(house, investor)
    const self = asAdministrator(investor)
    const edit = {
      id,
      amount,
      date: created_at.toISOString(),
      status: 'approved',
      reason: null,
      version: undefined,
    } as const
    for (const attempt of [
      (tx: Tx) => approveInvestment(tx, self, { id }, SETTINGS),
      (tx: Tx) => declineInvestment(tx, self, { id, reason: null, received: usd(0) }),
      (tx: Tx) => updateInvestment(tx, self, edit, SETTINGS),
    ]) {
      await expect(house.write<unknown>(attempt)).rejects.toMatchObject(refusedAs('not allowed'))
    }
    expect((await investmentNow(house, id)).status).toBe('pending')
    await expect(approve(investor.userId)).rejects.toMatchObject(refusedAs('not found'))
  })

  test('is decided on as it was looked at, or not at all', async () => {
    const { id, created_at, version } = await save(house, investor)
    const corrected = { id, amount: usd(900), date: created_at.toISOString(), status: 'pending', reason: null } as const
    await house.write((tx) => updateInvestment(tx, house.administrator, { ...corrected, version }, SETTINGS))
    for (const decision of [
      (seen: number) => (tx: Tx) => approveInvestment(tx, house.administrator, { id, version: seen }, SETTINGS),
      (seen: number) => (tx: Tx) =>
        declineInvestment(tx, house.administrator, { id, reason: null, received: usd(0), version: seen }),
    ]) {
      await expect(house.write(decision(version))).rejects.toThrow('has changed since you opened it')
    }
    expect(await investmentNow(house, id)).toMatchObject({ status: 'pending', amount: usd(900) })
    const input = { id, version: version + 1 }
    await house.write((tx) => approveInvestment(tx, house.administrator, input, SETTINGS))
    expect(await balance(house, investor, 'invested')).toBe(usd(900))
  })

  test('what came in for a declined one is held in suspense, until it is applied', async () => {
    const walletId = await aWallet(house.db)
    const { id, created_at } = await save({ ...house, walletId }, investor)
    await decline(id, 400)
    const held = () =>
      readTransaction(house.db, async (tx) => [
        await balanceOf(tx, custodyAccount(walletId)),
        await balanceOf(tx, suspenseAccount(walletId)),
      ])
    expect(await held()).toEqual([usd(400), usd(400)])
    const edit = {
      id,
      amount: usd(500),
      date: created_at.toISOString(),
      status: 'approved',
      reason: 'the rest came',
      version: 1,
    } as const
    await house.write((tx) => updateInvestment(tx, house.administrator, edit, SETTINGS))
    expect(await held()).toEqual([usd(500), usd(0)])
    expect(await investmentNow(house, id)).toMatchObject({ status: 'approved', received: usd(400), reason: null })
  })

  test('every change is told to the investor, and stands in the record’s history', async () => {
    const { id, tranx_id } = await save(house, investor)
    await verify(tranx_id)
    await decline(id)
    const told = await house.db
      .selectFrom('notification')
      .selectAll()
      .where('user_id', '=', investor.userId)
      .orderBy('id')
      .execute()
    expect(told.map(({ title, status_text, status_color }) => [title, status_text, status_color])).toEqual([
      ['Investment waiting for payment', 'pending', 'yellow'],
      ['Payment being checked', 'waiting approval', 'yellow'],
      ['Investment declined', 'declined', 'red'],
    ])
    const [shown] = await readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId))
    expect(Check(Investment, shown)).toBe(true)
    expect(shown?.history.map(({ by, before, after, reason }) => [by, before?.status, after.status, reason])).toEqual([
      ['investor', undefined, 'pending', null],
      ['investor', 'pending', 'waiting approval', null],
      ['administrator', 'waiting approval', 'declined', 'not ours'],
    ])
  })
})

describe('the bonus balance', () => {
  test('pays for an investment at once, makes no referral, and gets its principal back', async () => {
    await giveBonus(house, investor, usd(600))
    const { id } = await save(house, investor, { source: 'bonus' })
    expect(await balance(house, investor, 'bonus')).toBe(usd(100))
    expect(await balance(house, investor, 'invested')).toBe(usd(500))
    expect(await referralNow(house, id)).toBeUndefined()
    await house.days(14)
    await complete()
    expect(await balance(house, investor, 'bonus')).toBe(usd(600))
    expect(await balance(house, investor, 'earnings')).toBe(usd(28))
    await expect(reinvest(id)).rejects.toMatchObject(refusedAs('wrong state'))
  })

  test('that does not hold the amount is named, and nothing is saved', async () => {
    await giveBonus(house, investor, usd(120.5))
    await expect(save(house, investor, { source: 'bonus' })).rejects.toMatchObject({
      code: 'bad input',
      errors: { amount: ['amount must not exceed $120.50'] },
    })
    expect(await readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId))).toEqual([])
  })
})

describe('what is paid from a balance and edited back', () => {
  const fromBonus = async () => {
    await giveBonus(house, investor, usd(500))
    return save(house, investor, { source: 'bonus' })
  }
  const fromEarnings = async () => {
    const { id } = await invest(house, investor)
    await house.days(14)
    await complete()
    await reinvest(id)
    return house.db
      .selectFrom('investment')
      .selectAll()
      .where('user_id', '=', investor.userId)
      .where('source', '=', 'reinvest')
      .executeTakeFirstOrThrow()
  }
  const backTo = async (id: string, status: 'pending' | 'waiting approval') => {
    const { amount, created_at, version } = await investmentNow(house, id)
    const edit = { id, amount, date: created_at.toISOString(), status, reason: null, version }
    await house.write((tx) => updateInvestment(tx, house.administrator, edit, SETTINGS))
  }

  test.each([
    ['the bonus balance', fromBonus],
    ['earnings', fromEarnings],
  ])('is no payment: out of %s there is nothing to pay, to mark as paid or to expire', async (_what, begin) => {
    const { id, tranx_id } = await begin()
    for (const status of ['pending', 'waiting approval'] as const) {
      await backTo(id, status)
      const nothingToPay = refusedAs('not found', { message: 'There is no such payment.' })
      await expect(
        readTransaction(house.db, (tx) => paymentOf(tx, investor, tranx_id, SETTINGS)),
      ).rejects.toMatchObject(nothingToPay)
      await expect(verify(tranx_id)).rejects.toMatchObject(nothingToPay)
      const [shown] = await readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId))
      expect(shown).toMatchObject({ id, status, expires_at: null })
    }
    await backTo(id, 'pending')
    await house.days(2)
    await expireDue(house.db, job)
    await house.write((tx) => expireInvestment(tx, job, { id }))
    expect(await investmentNow(house, id)).toMatchObject({ status: 'pending', reason: null })
    await approve(id)
    expect((await investmentNow(house, id)).status).toBe('approved')
  })
})

describe('reinvesting', () => {
  test.each([
    ['whose document has expired', { kyc: 'approved' as const, identity_expires_on: '2026-02-28' }],
    ['whose approval no longer counts', { kyc: 'none' as const, identity_expires_on: null }],
  ])('nobody invests again %s where investing needs an identity check', async (_who, now) => {
    const { id } = await invest(house, investor)
    await house.days(14)
    await complete()
    await house.db.updateTable('app_user').set(now).where('id', '=', investor.userId).execute()
    const again = (kyc: 'invest' | 'withdraw') => house.write((tx) => reinvestInvestment(tx, investor, { id }, { kyc }))
    await expect(again('invest')).rejects.toMatchObject(refusedAs('not allowed'))
    await again('withdraw')
  })

  async function completed(): Promise<string> {
    const { id } = await invest(house, investor)
    await house.days(14)
    await complete()
    return id
  }

  test('puts the principal to work again on the plan’s present terms, once, without a referral', async () => {
    const id = await completed()
    await house.db
      .updateTable('plan')
      .set({ daily_roi: percent(5_000n) })
      .where('id', '=', house.planId)
      .execute()
    await reinvest(id)
    await expect(reinvest(id)).rejects.toMatchObject(refusedAs('wrong state'))
    await house.db
      .updateTable('plan')
      .set({ daily_roi: percent(4_000n) })
      .where('id', '=', house.planId)
      .execute()
    const [again, first] = await readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId))
    expect(first).toMatchObject({ id, reinvested: true, status: 'completed' })
    expect(again).toMatchObject({
      source: 'reinvest',
      status: 'approved',
      daily_roi: '0.5',
      amount: '500.00',
      reinvested: false,
    })
    expect(await balance(house, investor, 'earnings')).toBe(usd(28))
    expect(await referralNow(house, again?.id ?? '')).toBeUndefined()
    await house.days(14)
    await complete()
    expect(await balance(house, investor, 'earnings')).toBe(usd(28 + 500 + 35))
  })

  test('is for the investor alone, and for what is completed', async () => {
    const { id } = await invest(house, investor)
    await expect(reinvest(id)).rejects.toMatchObject(refusedAs('wrong state'))
    await expect(reinvest(id, inviter)).rejects.toMatchObject(refusedAs('not found'))
    await expect(reinvest(investor.userId)).rejects.toMatchObject(refusedAs('not found'))
  })

  test('counts what was earned to this second, and says so where that does not cover it', async () => {
    const id = await completed()
    await invest(house, investor)
    await takeOut(house, investor, 'earnings', usd(32))
    await house.days(1)
    await expect(reinvest(id)).rejects.toMatchObject({
      code: 'bad input',
      message: 'Your Earnings Wallet holds $498.00, which no longer covers $500.00.',
    })
    await house.days(1)
    await reinvest(id)
    expect(await balance(house, investor, 'earnings')).toBe(0n)
  })

  test('is refused in words where the plan no longer carries it', async () => {
    const planId = await aPlan(house.db)
    const { id } = await invest({ ...house, planId }, investor)
    await house.days(14)
    await complete()
    const change = (terms: object) => house.db.updateTable('plan').set(terms).where('id', '=', planId).execute()
    for (const terms of [{ available: false }, { min_amount: usd(501) }, { durations: [7] }]) {
      await change(terms)
      await expect(reinvest(id)).rejects.toMatchObject(refusedAs('bad input'))
      await change({ available: true, min_amount: usd(100), durations: [7, 14, 30] })
    }
    await reinvest(id)
  })
})

describe('what happens by itself', () => {
  test('earnings are posted once a day for everybody, by the state of the records', async () => {
    const people = await Promise.all([1, 2, 3].map(() => anInvestor(house.db)))
    for (const person of people) await invest(house, person)
    const earnings = () => Promise.all(people.map((person) => balance(house, person, 'earnings')))
    await house.clock.move(3_600_000)
    await accrueDue(house.db, job)
    expect(await earnings()).toEqual([0n, 0n, 0n])
    await house.days(1)
    await accrueDue(house.db, job)
    const day = usd((500 * 0.004 * 25) / 24)
    expect(await earnings()).toEqual([day, day, day])
    await house.clock.move(3_600_000)
    await accrueDue(house.db, job)
    expect(await earnings()).toEqual([day, day, day])
  })

  test('two processes that complete, post and expire the same records at once do it once', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => anInvestor(house.db, { inviter })))
    for (const person of people) await invest(house, person)
    const unpaid = await save(house, investor)
    await house.days(14)
    await Promise.all([1, 2, 3].flatMap(() => [complete(), accrueDue(house.db, job), expireDue(house.db, job)]))
    for (const person of people) expect(await balance(house, person, 'earnings')).toBe(usd(528))
    expect((await investmentNow(house, unpaid.id)).status).toBe('declined')
  })

  test('completing again, or what is not there, does nothing', async () => {
    const { id } = await invest(house, investor)
    await house.days(14)
    for (const again of [id, id, investor.userId]) {
      await house.write((tx) => completeInvestments(tx, job, [again]))
    }
    expect(await investmentNow(house, id)).toMatchObject({ status: 'completed', version: 2 })
  })
})

describe('lists and figures', () => {
  test('a running investment shows what it earns; a matured one earns no more', async () => {
    const { id } = await invest(house, investor)
    await house.days(10)
    const read = () => readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId))
    const figures = () =>
      readTransaction(house.db, async (tx) => runningOf(tx, await databaseClock(tx), investor.userId))
    const perSecond = '0.000023148148'
    expect(await read()).toMatchObject([{ id, earned: '20.00', per_seconds_earning: perSecond, expires_at: null }])
    expect(await figures()).toMatchObject({ perSecond: 23_148_148n, running: [{ per_second: 23_148_148n }] })
    await house.days(4)
    expect(await read()).toMatchObject([{ earned: '28.00', per_seconds_earning: '0.000000000000' }])
    expect(await figures()).toMatchObject({ perSecond: 0n, running: [], current_earning: usd(28) })
    await complete()
    expect(await read()).toMatchObject([{ status: 'completed', earned: '28.00' }])
    expect(await figures()).toMatchObject({ unposted: 0n, current_earning: 0n })
  })

  test('pages lead through everything once, newest first, narrowed by state and by words', async () => {
    for (let count = 0; count < 5; count += 1) await save(house, investor)
    await invest(house, investor)
    const all = await readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId))
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const asked = { cursor, q: investor.name.toUpperCase(), status: 'pending, approved', limit: 4 }
      const { items, next_cursor } = await readTransaction(house.db, (tx) => listInvestments(tx, asked))
      expect(items.every((item) => Check(Investment, item))).toBe(true)
      seen.push(...items.map(({ id }) => id))
      cursor = next_cursor
    }
    expect(seen).toEqual(all.map(({ id }) => id))
    const approved = { q: `${investor.name}@plumb.test`, status: 'approved', limit: 4 }
    const { items } = await readTransaction(house.db, (tx) => listInvestments(tx, approved))
    expect(items).toHaveLength(1)
    await expect(
      readTransaction(house.db, (tx) => listInvestments(tx, { cursor: 'nonsense', limit: 4 })),
    ).rejects.toMatchObject(refusedAs('bad input'))
  })

  test('new money is counted from when it began, of one or of all; the newest shown are those that money stands behind', async () => {
    const from = house.clock.now()
    await house.clock.move(1000)
    await giveBonus(house, investor, usd(500))
    await save(house, investor, { source: 'bonus' })
    await save(house, investor)
    await invest(house, investor, { amount: usd(200) })
    await invest(house, inviter, { amount: usd(300) })
    const between = (who: string | null) =>
      readTransaction(house.db, (tx) => investedBetween(tx, who, from, house.clock.now()))
    expect(await between(investor.userId)).toBe(usd(200))
    expect(await between(null)).toBe(usd(500))
    const newest = await readTransaction(house.db, (tx) => newestInvestments(tx, 3))
    expect(newest.map(({ amount, status }) => [amount, status])).toEqual([
      [usd(300), 'approved'],
      [usd(200), 'approved'],
      [usd(500), 'approved'],
    ])
  })
})
