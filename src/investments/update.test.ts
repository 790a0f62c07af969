import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import { DAY } from '#kit/clock.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import type { Status } from '#kit/wire.ts'
import { readTransaction } from '#kit/transaction.ts'
import { microUsd } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { openInvestingHouse, problems, SETTINGS } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { balance, invest, investmentNow, referralNow, save, takeOut } from '../../test/support/investing.ts'
import { anInvestor, aPlan, usd } from '../../test/support/people.ts'
import { accrueInvestor } from './accrue.ts'
import { approveInvestment } from './approve.ts'
import { completeDue } from './complete.ts'
import { investmentsOf } from './read.ts'
import { reinvestInvestment } from './reinvest.ts'
import { updateInvestment } from './update.ts'

const house = opened(openInvestingHouse)
let investor: Investor
const job = { job: 'test' }

beforeEach(async () => {
  investor = await anInvestor(house.db, { inviter: await anInvestor(house.db) })
})
afterEach(async () => expect(await problems(house)).toEqual([]))

type Change = { amount: MicroUsd; date: string | Date; status: Status; reason: string; version: number }

/** Edits as the administrator's form does: what is not changed goes back as it was shown. */
async function edit(id: string, change: Partial<Change>): Promise<void> {
  const [shown] = (await readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId))).filter(
    (item) => item.id === id,
  )
  const { amount, status } = await investmentNow(house, id)
  const date = change.date ?? shown?.began_at ?? shown?.created_at ?? ''
  const input = { id, amount, status, reason: null, version: shown?.version, ...change }
  await house.write((tx) =>
    updateInvestment(
      tx,
      house.administrator,
      { ...input, date: typeof date === 'string' ? date : date.toISOString() },
      SETTINGS,
    ),
  )
}
const daysAgo = (days: number) => new Date(house.clock.now().getTime() - days * DAY)
const accrue = () => house.write(async (tx) => accrueInvestor(tx, await databaseClock(tx), job, investor.userId))
const complete = () => completeDue(house.db, job)
const earnings = () => balance(house, investor, 'earnings')

describe('an edit', () => {
  test('to approved is approving: earning begins now, with its referral', async () => {
    const { id } = await save(house, investor)
    await edit(id, { status: 'approved' })
    expect(await investmentNow(house, id)).toMatchObject({
      status: 'approved',
      began_at: house.clock.now(),
      version: 1,
    })
    expect(await balance(house, investor, 'invested')).toBe(usd(500))
    expect(await referralNow(house, id)).toMatchObject({ status: 'pending', amount: usd(25) })
  })

  test('to approved ten days ago has earned 20.00; twenty days ago all of 28.00, and is completed by itself', async () => {
    const { id } = await save(house, investor)
    await edit(id, { status: 'approved', date: daysAgo(10) })
    expect(await earnings()).toBe(usd(20))
    await edit(id, { date: daysAgo(20) })
    expect(await earnings()).toBe(usd(28))
    await complete()
    expect(await earnings()).toBe(usd(528))
    expect(await investmentNow(house, id)).toMatchObject({ status: 'completed', completed_at: house.clock.now() })
  })

  test('to a date that it had before is an edit like any other', async () => {
    const { id } = await invest(house, investor)
    const [ten, five] = [daysAgo(10), daysAgo(5)]
    for (const [date, has] of [
      [ten, usd(20)],
      [five, usd(10)],
      [ten, usd(20)],
    ] as const) {
      await edit(id, { date })
      expect(await earnings()).toBe(has)
    }
  })

  test('to completed before the end has earned to that second, and earns no more whatever is corrected', async () => {
    const { id } = await invest(house, investor)
    await house.days(5)
    await edit(id, { status: 'completed' })
    expect(await earnings()).toBe(usd(510))
    await house.days(5)
    await edit(id, { amount: usd(600) })
    expect(await earnings()).toBe(usd(612))
  })

  test('from approved to pending and back leaves the books as they were', async () => {
    const { id } = await invest(house, investor)
    await house.days(3)
    for (const status of ['pending', 'waiting approval', 'declined'] as const) {
      await edit(id, { status })
      expect(await balance(house, investor, 'invested')).toBe(0n)
      expect(await earnings()).toBe(0n)
      await edit(id, { status: 'approved' })
      expect(await balance(house, investor, 'invested')).toBe(usd(500))
      expect(await earnings()).toBe(usd(6))
    }
  })

  test('of the date lets the same be earned once more', async () => {
    const { id } = await invest(house, investor)
    await house.days(1)
    await accrue()
    await edit(id, { date: house.clock.now() })
    expect(await earnings()).toBe(0n)
    await house.days(1)
    await accrue()
    expect(await earnings()).toBe(usd(2))
  })

  test('back to pending gives a day to pay, and approving that begins anew', async () => {
    const { id } = await invest(house, investor)
    await house.days(3)
    await edit(id, { status: 'pending' })
    const now = house.clock.now()
    expect((await investmentNow(house, id)).expires_at).toEqual(new Date(now.getTime() + DAY))
    await house.write((tx) => approveInvestment(tx, house.administrator, { id }, SETTINGS))
    expect(await investmentNow(house, id)).toMatchObject({ began_at: now, earned_posted: 0n })
  })

  test('of a reinvested one back to pending returns its amount; approving it again counts what was earned to this second', async () => {
    const { id } = await invest(house, investor)
    await house.days(14)
    await complete()
    await house.write((tx) => reinvestInvestment(tx, investor, { id }, { kyc: 'off' }))
    const [again] = await readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId))
    await edit(again?.id ?? '', { status: 'pending' })
    expect(await earnings()).toBe(usd(528))
    await invest(house, investor)
    await takeOut(house, investor, 'earnings', usd(30))
    const approve = () =>
      house.write((tx) => approveInvestment(tx, house.administrator, { id: again?.id ?? '' }, SETTINGS))
    await expect(approve()).rejects.toMatchObject({
      code: 'wrong state',
      message: 'This would take the Earnings Wallet below zero by $2.00.',
    })
    await house.days(1)
    await approve()
    expect(await earnings()).toBe(0n)
  })

  test('counts what other investments have earned and not been credited', async () => {
    const { id } = await invest(house, investor)
    await house.days(14)
    await complete()
    await takeOut(house, investor, 'earnings', usd(528))
    await invest(house, investor)
    await house.days(1)
    await edit(id, { amount: usd(499) })
    expect(await earnings()).toBe(usd(0.944))
  })

  test('that an account cannot bear is refused, says by how much, and changes nothing', async () => {
    const { id } = await invest(house, investor)
    await house.days(10)
    await accrue()
    await takeOut(house, investor, 'earnings', usd(20))
    const before = await investmentNow(house, id)
    await expect(edit(id, { amount: usd(400) })).rejects.toMatchObject({
      code: 'wrong state',
      message: 'This would take the Earnings Wallet below zero by $4.00.',
    })
    expect(await investmentNow(house, id)).toEqual(before)
  })

  test('that changes nothing is fine, and leaves no trace', async () => {
    const { id } = await invest(house, investor)
    await house.days(1)
    const before = await investmentNow(house, id)
    await edit(id, {})
    await edit(id, { date: before.created_at })
    expect(await investmentNow(house, id)).toEqual(before)
    const acts = await house.db.selectFrom('audit_entry').select('action').where('subject_id', '=', id).execute()
    expect(acts.map(({ action }) => action)).not.toContain('update investment')
  })

  test('of a record that has changed since is refused', async () => {
    const { id, version } = await save(house, investor)
    await edit(id, { amount: usd(600) })
    await expect(edit(id, { amount: usd(700), version })).rejects.toMatchObject({ code: 'wrong state' })
  })

  test('does not take what has been reinvested out of completed, but may correct it', async () => {
    const { id } = await invest(house, investor)
    await house.days(14)
    await complete()
    await house.write((tx) => reinvestInvestment(tx, investor, { id }, { kyc: 'off' }))
    for (const status of ['pending', 'waiting approval', 'approved', 'declined'] as const) {
      await expect(edit(id, { status })).rejects.toMatchObject({ code: 'wrong state' })
    }
    await edit(id, { amount: usd(600) })
    expect(await earnings()).toBe(usd(28 + 105.6))
  })

  test.each([
    ['the future', () => new Date(house.clock.now().getTime() + 1).toISOString()],
    ['no date', () => 'last week'],
  ])('to %s is refused under its field', async (_what, date) => {
    const { id } = await save(house, investor)
    await expect(edit(id, { date: date() })).rejects.toMatchObject({
      code: 'bad input',
      errors: { date: [expect.any(String)] },
    })
  })

  test('to an amount that would outgrow the books is refused under its field', async () => {
    const planId = await aPlan(house.db, { daily_roi: percent(1_000_000n) })
    const { id } = await save({ ...house, planId }, investor)
    await expect(edit(id, { amount: microUsd(10n ** 18n) })).rejects.toMatchObject({
      errors: { amount: [expect.any(String)] },
    })
  })

  test('is told to the investor with what it was, what it is, and why', async () => {
    const { id } = await invest(house, investor)
    const date = daysAgo(2)
    const was = (await investmentNow(house, id)).began_at
    await edit(id, { amount: usd(600), date, reason: 'the bank’s statement' })
    const [shown] = await readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId))
    expect(shown?.history.at(-1)).toEqual({
      at: house.clock.now().toISOString(),
      by: 'administrator',
      before: { status: 'approved', amount: '500.00', date: was?.toISOString() },
      after: { status: 'approved', amount: '600.00', date: date.toISOString() },
      reason: 'the bank’s statement',
    })
    const told = await house.db
      .selectFrom('notification')
      .select('title')
      .where('user_id', '=', investor.userId)
      .orderBy('id')
      .execute()
    expect(told.at(-1)?.title).toBe('Investment corrected')
  })
})
