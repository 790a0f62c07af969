import { Check } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import { STATUSES, type Status } from '#kit/wire.ts'
import { readTransaction } from '#kit/transaction.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { balanceOf } from '#ledger/balances.ts'
import { completeDue } from '#investments/complete.ts'
import { updateInvestment } from '#investments/update.ts'
import { openInvestingHouse, problems, SETTINGS } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { balance, giveBonus, invest, investmentNow, referralNow, save, takeOut } from '../../test/support/investing.ts'
import { anInvestor, aPlan, asAdministrator, usd } from '../../test/support/people.ts'
import { approveReferral } from './approve.ts'
import { Referral } from './contract.ts'
import { declineReferral } from './decline.ts'
import { listReferrals, referralsOf, referredBetween } from './read.ts'
import { followed, mayTransition, type ReferralState } from './rules.ts'
import type { ReferralRecord } from './store.ts'

const house = opened(openInvestingHouse)
let inviter: Investor
let invited: Investor

beforeEach(async () => {
  inviter = await anInvestor(house.db)
  invited = await anInvestor(house.db, { inviter })
})
afterEach(async () => expect(await problems(house)).toEqual([]))

/** The referral of a new investment of 500.00: 25.00 at 5 %. */
async function referred(): Promise<ReferralRecord> {
  const { id } = await invest(house, invited)
  return present({ investment_id: id })
}
async function present({ investment_id }: { investment_id: string }): Promise<ReferralRecord> {
  const referral = await referralNow(house, investment_id)
  if (referral === undefined) throw new Error('there is no referral')
  return referral
}
const approve = ({ id }: { id: string }, by = house.administrator) =>
  house.write((tx) => approveReferral(tx, by, { id }, SETTINGS))
const decline = ({ id }: { id: string }, by = house.administrator) =>
  house.write((tx) => declineReferral(tx, by, { id, reason: 'known to us' }))
async function editInvestment(
  { investment_id: id }: ReferralRecord,
  change: { status?: Status; amount?: MicroUsd },
  by = house.administrator,
): Promise<void> {
  const { amount, status, created_at } = await investmentNow(house, id)
  const edit = { id, amount, status, date: created_at.toISOString(), reason: null, version: undefined, ...change }
  await house.write((tx) => updateInvestment(tx, by, edit, SETTINGS))
}
const wallet = () => balance(house, inviter, 'referral')
const adjustments = () => house.write((tx) => balanceOf(tx, 'equity/adjustments'))
const complete = () => completeDue(house.db, { job: 'test' })

describe('a referral', () => {
  test('is made once, when new money of the invited is approved, with the copied percent of its amount', async () => {
    const referral = await referred()
    expect(referral).toMatchObject({
      status: 'pending',
      amount: usd(25),
      inviter_id: inviter.userId,
      invited_id: invited.userId,
    })
    await editInvestment(referral, { status: 'pending' })
    await editInvestment(referral, { status: 'approved' })
    expect(await readTransaction(house.db, (tx) => referralsOf(tx, inviter.userId))).toHaveLength(1)
    expect(await wallet()).toBe(0n)
  })

  test('is not made of bonus money, without an inviter, or where the plan gives nothing', async () => {
    await giveBonus(house, invited, usd(500))
    await save(house, invited, { source: 'bonus' })
    await invest(house, inviter)
    await invest({ ...house, planId: await aPlan(house.db, { ref_bonus: percent(0n) }) }, invited)
    const made = await house.db
      .selectFrom('referral')
      .select('id')
      .where('invited_id', 'in', [invited.userId, inviter.userId])
      .execute()
    expect(made).toEqual([])
  })

  test('approved, gives the inviter the bonus, once', async () => {
    const referral = await referred()
    await approve(referral)
    expect(await wallet()).toBe(usd(25))
    await expect(approve(referral)).rejects.toMatchObject({
      code: 'wrong state',
      message: 'This referral is approved: only one that is pending can be approved.',
    })
    await expect(decline(referral)).rejects.toMatchObject({ code: 'wrong state' })
  })

  test('is not moved by its inviter, who is an administrator and edits the investment it comes from', async () => {
    const referral = await referred()
    const own = asAdministrator(inviter)
    const refuseBoth = async () => {
      for (const change of [{ amount: usd(600) }, { status: 'pending' }] as const) {
        await expect(editInvestment(referral, change, own)).rejects.toMatchObject({ code: 'not allowed' })
      }
    }
    await refuseBoth()
    await approve(referral)
    await refuseBoth()
    expect(await wallet()).toBe(usd(25))
    await editInvestment(referral, { amount: usd(700) })
    expect(await wallet()).toBe(usd(35))
  })

  test('is decided on as it was looked at, or not at all', async () => {
    const referral = await referred()
    const { id, version } = referral
    await editInvestment(referral, { amount: usd(600) })
    const seen = { id, version, reason: null }
    for (const decide of [
      (tx: Tx) => approveReferral(tx, house.administrator, seen, SETTINGS),
      (tx: Tx) => declineReferral(tx, house.administrator, seen),
    ]) {
      const decided = house.write<unknown>(decide)
      await expect(decided).rejects.toThrow('has changed since you opened it')
    }
    expect(await wallet()).toBe(usd(0))
    await house.write((tx) => approveReferral(tx, house.administrator, { id, version: version + 1 }, SETTINGS))
    expect(await wallet()).toBe(usd(30))
  })

  test('declined, stays declined whatever becomes of the investment', async () => {
    const referral = await referred()
    await decline(referral)
    for (const change of [{ amount: usd(900) }, { status: 'pending' }, { status: 'approved' }] as const) {
      await editInvestment(referral, change)
      expect(await present(referral)).toMatchObject({
        status: 'declined',
        reason: 'known to us',
        held_status: null,
        version: 1,
      })
    }
    await expect(approve(referral)).rejects.toMatchObject({ code: 'wrong state' })
  })

  test('is handled by neither of the two', async () => {
    const referral = await referred()
    for (const side of [inviter, invited]) {
      await expect(approve(referral, asAdministrator(side))).rejects.toMatchObject({ code: 'not allowed' })
      await expect(decline(referral, asAdministrator(side))).rejects.toMatchObject({ code: 'not allowed' })
    }
    await expect(approve({ id: invited.userId })).rejects.toMatchObject({ code: 'not found' })
  })

  test('becomes completed with the investment, or at once where that came first', async () => {
    const first = await referred()
    const second = await referred()
    await approve(first)
    await house.days(14)
    await complete()
    expect((await present(first)).status).toBe('completed')
    expect((await present(second)).status).toBe('pending')
    await approve(second)
    expect((await present(second)).status).toBe('completed')
    expect(await wallet()).toBe(usd(50))
  })

  test('tells the inviter of every change, and leaves a decision', async () => {
    const referral = await referred()
    await approve(referral)
    await editInvestment(referral, { status: 'declined' })
    const told = await house.db
      .selectFrom('notification')
      .selectAll()
      .where('user_id', '=', inviter.userId)
      .orderBy('id')
      .execute()
    expect(told.map(({ status_text, bold_value }) => [status_text, bold_value])).toEqual([
      ['pending', '$25.00'],
      ['approved', '$25.00'],
      ['declined', '$25.00'],
    ])
    const decisions = await house.db
      .selectFrom('decision')
      .selectAll()
      .where('subject_id', '=', referral.id)
      .orderBy('id')
      .execute()
    expect(decisions.map(({ from_status, to_status }) => [from_status, to_status])).toEqual([
      [null, 'pending'],
      ['pending', 'approved'],
      ['approved', 'declined'],
    ])
  })
})

describe('when the investment is edited', () => {
  test('the bonus follows the amount', async () => {
    const referral = await referred()
    await editInvestment(referral, { amount: usd(600) })
    expect(await present(referral)).toMatchObject({ status: 'pending', amount: usd(30) })
    await approve(referral)
    await editInvestment(referral, { amount: usd(400) })
    expect(await wallet()).toBe(usd(20))
    await editInvestment(referral, { amount: usd(1000) })
    expect(await wallet()).toBe(usd(50))
  })

  test('out of approved, the bonus is taken back and the referral held; back again, it is what it was', async () => {
    const referral = await referred()
    await approve(referral)
    for (const status of ['pending', 'waiting approval', 'declined'] as const) {
      await editInvestment(referral, { status })
      expect(await present(referral)).toMatchObject({
        status: 'declined',
        held_status: 'approved',
        reason: 'investment no longer approved',
      })
      expect(await wallet()).toBe(0n)
      await expect(approve(referral)).rejects.toMatchObject({ code: 'wrong state' })
    }
    await editInvestment(referral, { status: 'completed' })
    expect(await present(referral)).toMatchObject({ status: 'completed', held_status: null, reason: null })
    expect(await wallet()).toBe(usd(25))
    await editInvestment(referral, { status: 'approved' })
    expect((await present(referral)).status).toBe('approved')
  })

  test('what the inviter has spent is charged to the operator and audited; coming back restores it exactly', async () => {
    const referral = await referred()
    await approve(referral)
    await takeOut(house, inviter, 'referral', usd(15))
    const before = await adjustments()
    await editInvestment(referral, { status: 'declined' })
    expect(await wallet()).toBe(0n)
    expect(await adjustments()).toBe(before - usd(15))
    const acts = await house.db.selectFrom('audit_entry').selectAll().where('subject_id', '=', referral.id).execute()
    expect(acts.find(({ action }) => action === 'charge referral bonus to adjustments')?.after).toMatchObject({
      charged: '15.00',
    })
    await editInvestment(referral, { status: 'approved' })
    expect(await wallet()).toBe(usd(10))
    expect(await adjustments()).toBe(before)
  })
})

describe('what an administrator and the inviter see', () => {
  test('lists hold both people, in pages, narrowed by state and by words', async () => {
    await referred()
    await house.clock.move(1)
    const second = await referred()
    await approve(second)
    const own = await readTransaction(house.db, (tx) => referralsOf(tx, inviter.userId))
    expect(own.every((item) => Check(Referral, item))).toBe(true)
    expect(own[0]).toMatchObject({
      id: second.id,
      amount: '25.00',
      ref_bonus: '5',
      status: 'approved',
      invited: { name: invited.name },
    })
    const asked = { q: invited.name, limit: 1 }
    const first = await readTransaction(house.db, (tx) => listReferrals(tx, asked))
    const next = await readTransaction(house.db, (tx) =>
      listReferrals(tx, { ...asked, cursor: first.next_cursor ?? '' }),
    )
    // who decided is named to administrators alone
    const unnamed = (items: typeof first.items) =>
      items.map(({ history, ...item }) => ({ ...item, history: history.map(({ by_name: _, ...act }) => act) }))
    expect(unnamed([...first.items, ...next.items])).toEqual(own)
    expect(next.next_cursor).toBeNull()
    const pending = await readTransaction(house.db, (tx) =>
      listReferrals(tx, { q: inviter.name, status: 'pending', limit: 9 }),
    )
    expect(unnamed(pending.items)).toEqual(own.slice(1))
    const none = await readTransaction(house.db, (tx) => listReferrals(tx, { status: 'waiting approval', limit: 9 }))
    expect(none.items).toEqual([])
  })

  test('a referral says of what it is a share, and all that has happened to it, without names', async () => {
    const referral = await referred()
    await house.clock.move(1)
    await approve(referral)
    await house.clock.move(1)
    await editInvestment(referral, { amount: usd(400) })
    await editInvestment(referral, { status: 'declined' })
    const [shown] = await readTransaction(house.db, (tx) => referralsOf(tx, inviter.userId))
    expect(shown).toMatchObject({ ref_bonus: '5', investment_amount: '400.00', amount: '20.00' })
    expect(shown?.history.map(({ by, before, after, reason }) => [by, before?.status, after, reason])).toEqual([
      ['administrator', undefined, { status: 'pending', held_status: null, amount: '25.00', reason: null }, null],
      ['administrator', 'pending', { status: 'approved', held_status: null, amount: '25.00', reason: null }, null],
      ['administrator', 'approved', { status: 'approved', held_status: null, amount: '20.00', reason: null }, null],
      [
        'administrator',
        'approved',
        { status: 'declined', held_status: 'approved', amount: '20.00', reason: 'investment no longer approved' },
        'investment no longer approved',
      ],
    ])
  })

  test('what was referred in a time counts what is not declined', async () => {
    const from = house.clock.now()
    await house.clock.move(1)
    await referred()
    await decline(await referred())
    const between = (who: string | null) =>
      readTransaction(house.db, (tx) => referredBetween(tx, who, from, house.clock.now()))
    expect(await between(inviter.userId)).toBe(usd(25))
    expect(await between(null)).toBe(usd(25))
    expect(await between(invited.userId)).toBe(0n)
  })
})

describe('the rules', () => {
  test('an administrator decides on what is pending alone', () => {
    for (const move of ['approve', 'decline'] as const)
      expect(STATUSES.filter((status) => mayTransition(move, status))).toEqual(['pending'])
  })
  test('a bonus is rounded down to the micro-dollar', () => {
    const standing: ReferralState = { status: 'pending', held_status: null, reason: null, amount: usd(0) }
    const investment = { status: 'approved', amount: usd(100.01) } as const
    expect(followed(standing, percent(33_333n), investment).amount).toBe(usd(3.333633))
  })
})
