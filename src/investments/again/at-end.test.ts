import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { DAY, HOUR, SECOND } from '#kit/clock.ts'
import { readTransaction } from '#kit/transaction.ts'
import { investorAccount, INVESTOR_KINDS } from '#ledger/accounts.ts'
import { balancesOf } from '#ledger/balances.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import { sum, toWire } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { accrueDue } from '#investments/accrue.ts'
import { completeDue } from '#investments/complete.ts'
import { INVESTMENT_PROOFS } from '#investments/proof/proofs.ts'
import { investmentsOf } from '#investments/read.ts'
import { reinvestInvestment } from '#investments/reinvest.ts'
import { updateInvestment } from '#investments/update.ts'
import { setAtEnd } from '#investments/set-at-end.ts'
import type { AtEnd } from '#investments/at-end-rules.ts'
import { newId } from '#kit/ids.ts'
import { openInvestingHouse, problems, SETTINGS } from '../../../test/support/investing-house.ts'
import {
  balance,
  giveBonus,
  invest,
  investmentNow,
  referralNow,
  save,
  takeOut,
} from '../../../test/support/investing.ts'
import { opened } from '../../../test/support/opened.ts'
import { anInvestor, aPlan, usd } from '../../../test/support/people.ts'

const JOB = { job: 'maturity' }
const house = opened(openInvestingHouse)
afterEach(async () => {
  expect(await problems(house)).toEqual([])
  const proved = await readTransaction(house.db, (tx) => proveAll({ tx, since: null }, INVESTMENT_PROOFS))
  expect(proved.flatMap(({ wrong }) => (wrong === null ? [] : [wrong.says]))).toEqual([])
})

const choose = (who: Investor, id: string, atEnd: AtEnd) => house.write((tx) => setAtEnd(tx, who, { id, atEnd }))
const sweep = () => completeDue(house.db, JOB)
const madeOf = (id: string) =>
  house.db
    .selectFrom('investment')
    .innerJoin('investment_earning', 'investment_id', 'id')
    .selectAll('investment')
    .select(['accrued_at', 'earned_posted'])
    .where('reinvests', '=', id)
    .executeTakeFirst()
const toldOf = async (who: Investor) => {
  const rows = await house.db
    .selectFrom('notification')
    .select(['title', 'bold_value', 'status_text'])
    .where('user_id', '=', who.userId)
    .orderBy('created_at', 'desc')
    .orderBy('title')
    .execute()
  return rows.map(({ title, bold_value, status_text }) => `${title} ${bold_value} ${status_text}`)
}
const mailedTo = async (who: Investor) => {
  const { rows } = await sql<{ subject: string }>`
    SELECT message.subject FROM message JOIN app_user ON email = receiver WHERE app_user.id = ${who.userId}
      AND message.subject LIKE '%investment%' AND message.subject NOT LIKE '%approved%' ORDER BY 1`.execute(house.db)
  return rows.map(({ subject }) => subject)
}
/** 500.00 for 14 days at 0.4 % a day: 28.00 at its end. */
async function running(atEnd: AtEnd | null, choice: Parameters<typeof invest>[2] = {}) {
  const who = await anInvestor(house.db)
  const one = await invest(house, who, choice)
  if (atEnd !== null) await choose(who, one.id, atEnd)
  return { who, id: one.id, ends: new Date((one.began_at?.getTime() ?? 0) + one.duration * DAY) }
}

describe('at its end an investment', () => {
  test('goes to the Earnings Wallet where nothing was chosen, and is told of as ever', async () => {
    const { who, id } = await running(null)
    await house.days(14)
    await sweep()
    expect(await madeOf(id)).toBeUndefined()
    expect(await balance(house, who, 'earnings')).toBe(usd(528))
    expect((await toldOf(who))[0]).toBe('Investment completed $500.00 completed')
    expect(await mailedTo(who)).toEqual(['Your investment is completed'])
  })

  test('puts its principal to work again from that moment on, on the plan’s terms of that day', async () => {
    const { who, id, ends } = await running('reinvest principal')
    await house.days(13)
    await house.db
      .updateTable('plan')
      .set({ daily_roi: percent(6_000n) })
      .where('id', '=', house.planId)
      .execute()
    await house.clock.move(DAY + 3 * SECOND)
    await sweep()
    const again = await madeOf(id)
    expect(again).toMatchObject({
      ...{ source: 'reinvest', status: 'approved', amount: usd(500), typed_amount: usd(500), duration: 14 },
      ...{ daily_roi: 6_000n, began_at: ends, accrued_at: ends, earned_posted: 0n, at_end: 'to wallet', version: 0 },
    })
    expect(await investmentNow(house, id)).toMatchObject({ status: 'completed', at_end: 'reinvest principal' })
    expect(await balance(house, who, 'earnings')).toBe(usd(28))
    expect(await balance(house, who, 'invested')).toBe(usd(500))
    expect((await toldOf(who)).slice(0, 2)).toEqual([
      'Investment completed $500.00 completed',
      'Investment reinvested at its end $500.00 approved',
    ])
    expect(await mailedTo(who)).toEqual(['Your investment was reinvested'])
    await house.db
      .updateTable('plan')
      .set({ daily_roi: percent(4_000n) })
      .where('id', '=', house.planId)
      .execute()

    await house.clock.move(14 * DAY - 3 * SECOND)
    await sweep()
    expect(await balance(house, who, 'earnings')).toBe(usd(28 + 42 + 500))
  })

  test('puts principal and earnings to work again', async () => {
    const { who, id } = await running('reinvest all', { amount: usd(333.33) })
    await house.days(14)
    await sweep()
    // 333.33 at 0.4 % for 14 days is 18.66648: what is not a whole cent stays in the wallet
    expect((await madeOf(id))?.amount).toBe(usd(351.99))
    expect(await balance(house, who, 'invested')).toBe(usd(351.99))
    expect(await balance(house, who, 'earnings')).toBe(usd(0.00648))
  })

  test('does without what of its earnings was withdrawn before', async () => {
    const { who, id } = await running('reinvest all')
    await house.days(7)
    await accrueDue(house.db, JOB)
    await takeOut(house, who, 'earnings', usd(13))
    await house.days(7)
    await sweep()
    expect((await madeOf(id))?.amount).toBe(usd(515))
    expect(await balance(house, who, 'earnings')).toBe(0n)
  })

  test('takes no more than it brought, whatever else is in the wallet', async () => {
    const { who, id } = await running('reinvest all')
    const other = await invest(house, who, { amount: usd(1000), duration: 7 })
    await house.days(14)
    await sweep()
    expect((await investmentNow(house, other.id)).status).toBe('completed')
    expect((await madeOf(id))?.amount).toBe(usd(528))
    expect(await balance(house, who, 'earnings')).toBe(usd(1028))
  })

  test('makes no referral, whoever invited its owner', async () => {
    const inviter = await anInvestor(house.db)
    const who = await anInvestor(house.db, { inviter })
    const { id } = await invest(house, who)
    await choose(who, id, 'reinvest all')
    await house.days(14)
    await sweep()
    const again = await madeOf(id)
    expect(await referralNow(house, again?.id ?? '')).toBeUndefined()
    expect((await referralNow(house, id))?.amount).toBe(usd(25))
  })

  test('is bonus credit again where it was, with its earnings apart', async () => {
    const who = await anInvestor(house.db)
    await giveBonus(house, who, usd(500))
    const { id } = await save(house, who, { source: 'bonus' })
    await expect(choose(who, id, 'reinvest all')).rejects.toMatchObject({ code: 'bad input' })
    await choose(who, id, 'reinvest principal')
    await house.days(14)
    await sweep()
    const again = await madeOf(id)
    expect(again).toMatchObject({ source: 'bonus', amount: usd(500), status: 'approved' })
    expect(await balance(house, who, 'earnings')).toBe(usd(28))
    expect(await balance(house, who, 'bonus')).toBe(0n)
    await house.days(14)
    await sweep()
    expect(await balance(house, who, 'bonus')).toBe(usd(500))
    expect(await balance(house, who, 'earnings')).toBe(usd(56))
  })

  test('does what each of several was chosen for, of one investor in one sweep, with what others have earned', async () => {
    const who = await anInvestor(house.db)
    const choices = ['reinvest all', null, 'reinvest principal', 'reinvest all'] as const
    const all = []
    for (const atEnd of choices) {
      const { id } = await invest(house, who)
      if (atEnd !== null) await choose(who, id, atEnd)
      all.push(id)
    }
    const long = await invest(house, who, { amount: usd(1000), duration: 30 })
    await house.days(14)
    await sweep()
    expect((await Promise.all(all.map(madeOf))).map((one) => one && toWire(one.amount))).toEqual([
      ...['528.00', undefined, '500.00', '528.00'],
    ])
    expect((await investmentNow(house, long.id)).earned_posted).toBe(usd(56))
    expect(await balance(house, who, 'earnings')).toBe(usd(28 + 528 + 28 - 28 + 28 + 56 - 28))
  })

  test('loses no second where it is found late, and begins a second time where that is over, too', async () => {
    const { who, id, ends } = await running('reinvest principal')
    await house.days(14 + 14 + 2)
    await sweep()
    await sweep()
    const again = await madeOf(id)
    expect(again).toMatchObject({ began_at: ends, status: 'completed', earned_posted: usd(28) })
    expect(await balance(house, who, 'earnings')).toBe(usd(556))
    expect(await balance(house, who, 'invested')).toBe(0n)
  })

  test('is the last word of its owner, and is told to them and to administrators with what came of it', async () => {
    const { who, id } = await running('reinvest all')
    await choose(who, id, 'to wallet')
    await choose(who, id, 'reinvest principal')
    await choose(who, id, 'reinvest principal')
    await house.days(14)
    await sweep()
    const again = await madeOf(id)
    const shown = await readTransaction(house.db, (tx) => investmentsOf(tx, who.userId))
    const [second, first] = [shown.find((one) => one.id === again?.id), shown.find((one) => one.id === id)]
    expect(first).toMatchObject({ at_end: 'reinvest principal', reinvested: true, reinvested_as: again?.id })
    expect(second).toMatchObject({ at_end: 'to wallet', reinvested: false, reinvested_as: null, reinvests: id })
    expect(first?.history.map(({ by, after: { at_end } }) => [by, at_end])).toEqual([
      ['investor', undefined],
      ['administrator', undefined],
      ['investor', 'reinvest all'],
      ['investor', undefined],
      ['investor', 'reinvest principal'],
      ['system', 'reinvest principal'],
    ])
    expect(second?.history.map(({ by, before }) => [by, before])).toEqual([['system', null]])
  })

  test('is reinvested once, by itself or by hand', async () => {
    const { who, id } = await running('reinvest principal')
    await house.days(14)
    await sweep()
    const byHand = house.write((tx) => reinvestInvestment(tx, who, { id }, { kyc: 'off' }))
    await expect(byHand).rejects.toMatchObject({ code: 'wrong state' })
  })

  test('is not what an administrator’s correction to completed is', async () => {
    const { who, id } = await running('reinvest all')
    const { began_at, version } = await investmentNow(house, id)
    const edit = { id, amount: usd(500), date: began_at?.toISOString() ?? '', status: 'completed', version } as const
    await house.write((tx) => updateInvestment(tx, house.administrator, { ...edit, reason: null }, SETTINGS))
    await house.days(20)
    await sweep()
    expect(await madeOf(id)).toBeUndefined()
    expect(await balance(house, who, 'earnings')).toBe(usd(500))
  })
})

describe('what it does at its end', () => {
  test('does not come at once with an edit that puts it into the past', async () => {
    const who = await anInvestor(house.db)
    const { id } = await invest(house, who)
    await choose(who, id, 'reinvest all')
    const { version, amount } = await investmentNow(house, id)
    const date = new Date(house.clock.now().getTime() - 60 * DAY).toISOString()
    const edit = { id, amount, status: 'approved', date, version, reason: 'paid two months ago' } as const
    await house.write((tx) => updateInvestment(tx, house.administrator, edit, SETTINGS))
    await sweep()
    expect(await investmentNow(house, id)).toMatchObject({ status: 'completed', at_end: 'to wallet' })
    expect(await madeOf(id)).toBeUndefined()
  })

  test('is chosen by its own investor alone', async () => {
    const { id } = await running(null)
    const stranger = await anInvestor(house.db)
    await expect(choose(stranger, id, 'reinvest all')).rejects.toMatchObject({ code: 'not found' })
    await expect(choose(stranger, newId(), 'reinvest all')).rejects.toMatchObject({ code: 'not found' })
    expect((await investmentNow(house, id)).at_end).toBe('to wallet')
  })

  test('is chosen while it runs: not before, and not from its end on, also where nothing has completed it yet', async () => {
    const who = await anInvestor(house.db)
    const pending = await save(house, who)
    await expect(choose(who, pending.id, 'reinvest all')).rejects.toMatchObject({ code: 'wrong state' })
    const { id } = await invest(house, who)
    await house.clock.move(14 * DAY - SECOND)
    await choose(who, id, 'reinvest all')
    await house.clock.move(SECOND)
    await expect(choose(who, id, 'to wallet')).rejects.toMatchObject({ code: 'wrong state' })
    await sweep()
    await expect(choose(who, id, 'to wallet')).rejects.toMatchObject({ code: 'wrong state' })
    expect((await madeOf(id))?.amount).toBe(usd(528))
  })

  test('is not changed afterwards by whoever has come by the app’s login', async () => {
    const { who, id } = await running('reinvest principal')
    await house.days(14)
    await sweep()
    const changed = house.db.updateTable('investment').set({ at_end: 'to wallet' }).where('id', '=', id).execute()
    await expect(changed).rejects.toMatchObject({ code: 'PLB11' })
    expect(await balance(house, who, 'invested')).toBe(usd(500))
  })

  test('leaves the version as it is, so that nobody who decides on the record is refused for it', async () => {
    const { who, id } = await running(null)
    const { version } = await investmentNow(house, id)
    await choose(who, id, 'reinvest all')
    expect((await investmentNow(house, id)).version).toBe(version)
  })
})

test('between its end and its completion nobody has anything twice', async () => {
  const { who, id } = await running('reinvest all')
  await house.clock.move(14 * DAY + HOUR)
  const before = await everythingOf(who)
  expect(before).toBe(usd(500))
  await sweep()
  // the last earning, and nothing besides: the hour since is the new one's
  expect(await everythingOf(who)).toBe(usd(528))
  expect((await madeOf(id))?.amount).toBe(usd(528))
})

const REASONS: Record<
  string,
  { says: string; atEnd?: AtEnd; after?(who: Investor, planId: string): Promise<unknown> }
> = {
  'the plan is no longer available': {
    says: 'is no longer available.',
    after: async (_, planId) =>
      house.db.updateTable('plan').set({ available: false }).where('id', '=', planId).execute(),
  },
  'the plan takes no amount so small': {
    says: 'has new terms. The amount must be between $1,000.00 and $5,000.00.',
    after: async (_, planId) =>
      house.db
        .updateTable('plan')
        .set({ min_amount: usd(1000) })
        .where('id', '=', planId)
        .execute(),
  },
  'the plan has no such duration': {
    says: "has new terms. The duration must be one of the plan's: 7, 30 days.",
    after: async (_, planId) =>
      house.db
        .updateTable('plan')
        .set({ durations: [7, 30] })
        .where('id', '=', planId)
        .execute(),
  },
  'with its earnings it is more than the plan takes': {
    says: 'doesn’t take $528.00. The amount must be between $100.00 and $510.00.',
    atEnd: 'reinvest all',
    after: async (_, planId) =>
      house.db
        .updateTable('plan')
        .set({ max_amount: usd(510) })
        .where('id', '=', planId)
        .execute(),
  },
  'the identity check is not approved any more': {
    says: 'We need to verify your identity before you invest.',
    after: async (who) =>
      house.db.updateTable('app_user').set({ kyc: 'rejected' }).where('id', '=', who.userId).execute(),
  },
  'the identity document has expired': {
    says: 'Your identity document has expired.',
    after: async (who) =>
      house.db
        .updateTable('app_user')
        .set({ identity_expires_on: '2026-01-31' })
        .where('id', '=', who.userId)
        .execute(),
  },
  'sign-in is blocked': {
    says: 'Sign-in to your account is blocked.',
    after: async (who) =>
      house.db
        .updateTable('app_user')
        .set({ blocked_at: new Date(), blocked_reason: 'x' })
        .where('id', '=', who.userId)
        .execute(),
  },
  // last: every later one would owe them, too
  'the terms in force are not accepted': {
    says: 'Our terms have changed.',
    after: async () =>
      sql`INSERT INTO published_terms (version, content, summary, published_at, published_by)
        VALUES (9, 'New', 'New', now(), ${house.administrator.userId})`.execute(house.db),
  },
}

test.each(Object.entries(REASONS))(
  'where %s it goes to the wallet, and says why',
  async (_, { says, atEnd, after }) => {
    const planId = await aPlan(house.db)
    const who = await anInvestor(house.db)
    const { id } = await invest({ ...house, planId }, who)
    const other = await anInvestor(house.db)
    const beside = await invest(house, other)
    await choose(who, id, atEnd ?? 'reinvest principal')
    await house.days(14)
    await after?.(who, planId)
    await sweep()
    expect(await madeOf(id)).toBeUndefined()
    expect(await balance(house, who, 'earnings')).toBe(usd(528))
    expect((await investmentNow(house, beside.id)).status).toBe('completed')
    const [completed, why] = await toldOf(who)
    expect(completed).toBe('Investment completed $500.00 completed')
    expect(why).toContain('Investment not reinvested $500.00 ')
    expect(why).toContain(says)
    expect(await mailedTo(who)).toEqual(['Your investment has ended and was not reinvested'])
    const [shown] = await readTransaction(house.db, (tx) => investmentsOf(tx, who.userId))
    expect(shown?.history.at(-1)?.reason).toContain(`Not reinvested: `)
    expect(shown?.history.at(-1)?.reason).toContain(says)
    await house.db
      .updateTable('app_user')
      .set({ blocked_at: null, blocked_reason: null })
      .where('id', '=', who.userId)
      .execute()
  },
)

async function everythingOf(who: Investor) {
  const names = INVESTOR_KINDS.map((kind) => investorAccount(who.userId, kind))
  return sum(Object.values(await house.write((tx) => balancesOf(tx, names))))
}
