/** What one administrator may approve, pay out and correct alone, and what waits for a second one. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { DAY, SECOND } from '#kit/clock.ts'
import { readTransaction } from '#kit/transaction.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { percent } from '#money/percent.ts'
import { waitingApprovals } from './read.ts'
import { createPlan } from '#plans/create-plan.ts'
import { updatePlan } from '#plans/update-plan.ts'
import { approveCheck } from '#kyc/decide-check.ts'
import { approveReferral } from '#referrals/approve.ts'
import { declineReferral } from '#referrals/decline.ts'
import { approveInvestment } from '#investments/approve.ts'
import { refundSuspense } from '#investments/suspense/refund.ts'
import { approveWithdrawal } from '#withdrawals/approve.ts'
import { agreeAs } from '../../test/support/agreeing.ts'
import {
  approveAs,
  declineAs,
  editAs,
  editWithdrawalAs,
  openDecidingHouse,
  requestedWithdrawal,
  refuseAs,
  waitingAs,
  WAITS,
} from '../../test/support/deciding.ts'
import { openInvestingHouse, problems, SETTINGS } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { balance, investmentNow, referralNow, save } from '../../test/support/investing.ts'
import { anAdministrator, anInvestor, aPlan, asAdministrator, aWallet, usd } from '../../test/support/people.ts'
import { refusalOf } from '../../test/support/traces.ts'
import { topUpUser } from '#adjustments/top-up.ts'
import { submitCheckOf } from '../../test/support/identity.ts'
import { THOROUGH } from '../../test/support/thorough.ts'

const house = opened(() => openDecidingHouse({ funded: true }))
let thief: Administrator
let second: Administrator
let investor: Investor

beforeAll(() => {
  second = house.administrator
})
afterAll(async () => expect(await problems(house)).toEqual([]))
/** Each test with an administrator of its own, who has decided nothing yet today. */
beforeEach(async () => {
  thief = await anAdministrator(house.db, ['reviewer'])
  investor = await anInvestor(house.db)
})

/** Each test on a day of its own, from ten in the morning. */
beforeEach(() => setClock(1, 10))
/** A time so many days after the present one: by its hour, to the millisecond. */
const setClock = (days: number, ...hour: [number, ...number[]]) => {
  const day = new Date(house.clock.now().getTime() + days * DAY)
  day.setUTCHours(...(hour as Parameters<Date['setUTCHours']>))
  return house.clock.set(day)
}
const LAST = [23, 59, 59, 999] as const
/** Each step some seconds after the one before it. */
const then = async <T>(step: Promise<T>): Promise<T> => {
  const done = await step
  await house.clock.move(7 * SECOND)
  return done
}

const approve = (id: string, by = thief, fromSuspense?: string) => then(approveAs(house, by, id, fromSuspense))
const decline = (id: string, received: MicroUsd, by = thief) => then(declineAs(house, by, id, received))
const edit = (id: string, to: Parameters<typeof editAs>[3], by = thief) => then(editAs(house, by, id, to))
const topUp = (amount: MicroUsd, who: Investor, by = thief) =>
  house.write((tx) =>
    topUpUser(tx, by, { userId: who.userId, account: 'bonus', amount, category: null, reason: 'As agreed.' }),
  )
const saved = async (amount: number, who = investor) => (await save(house, who, { amount: usd(amount) })).id
const waiting = (id: string | undefined) => waitingAs(house, second, id)
/** Which step before it, where it waits for that; else why it waits. */
const whyOf = async (id: string | undefined) => {
  const { why, own_step } = (await waiting(id)) ?? {}
  return own_step ?? why
}
const changesOf = async (id: string | undefined) => (await waiting(id))?.changes
const agree = (id: string | undefined, by = second) => agreeAs(house.db, by, id)

/** A withdrawal of earnings that are there. */
const asked = (amount: number) => requestedWithdrawal(house, investor, usd(amount))
const approvePayout = (id: string, by = thief) => house.write((tx) => approveWithdrawal(tx, by, { id }))
const pay = (id: string, by = thief) => editWithdrawalAs(house, by, id, { status: 'completed' })
/** Decides as much alone as leaves this to the limit of the day. */
const spendAllBut = async (left: number, by = thief) => {
  for (let rest = 20_000 - left; rest > 0; rest -= 1000) {
    expect(await topUp(usd(Math.min(rest, 1000)), await anInvestor(house.db), by)).toBeUndefined()
  }
}

describe('above the limit, an investment', () => {
  const checkedBy = async (by: Administrator) => {
    investor = await anInvestor(house.db, { kyc: 'none' })
    await submitCheckOf(house, investor)
    await house.write((tx) => approveCheck(tx, house.clock, by, { id: investor.userId }))
  }

  test('is not approved alone by who approved the identity of its investor', async () => {
    await checkedBy(thief)
    const id = await saved(1000.01)
    const waits = await approve(id)
    expect(waits).toEqual(WAITS)
    expect(await whyOf(waits)).toBe('identity')
    expect((await investmentNow(house, id)).status).toBe('pending')
    expect(await balance(house, investor, 'invested')).toBe(0n)
    await agree(waits)
    expect(await investmentNow(house, id)).toMatchObject({ status: 'approved', amount: usd(1000.01) })
    // exactly the limit needs nobody
    expect(await approve(await saved(1000))).toBeUndefined()
  })

  test('is approved alone by somebody else', async () => {
    await checkedBy(second)
    expect(await approve(await saved(5000))).toBeUndefined()
  })

  test('of somebody whose identity is not approved yet is approved alone by nobody, while it has to be', async () => {
    const needed = (value: string | null) =>
      house.db.updateTable('setting').set({ value }).where('name', '=', 'kyc').execute()
    investor = await anInvestor(house.db, { kyc: 'none' })
    try {
      await needed('withdraw')
      const id = await saved(1000.01)
      const waits = await approve(id)
      expect(await whyOf(waits)).toBe('no identity')
      await agree(waits)
      expect((await investmentNow(house, id)).status).toBe('approved')
      expect(await approve(await saved(1000))).toBeUndefined()
      await needed('off')
      expect(await approve(await saved(5000))).toBeUndefined()
    } finally {
      await needed(null)
    }
  })

  test('is not approved alone by whose word made its plan, or raised what it pays', async () => {
    const terms = {
      ...{ name: `Plan of ${thief.name}`, description: '', min_amount: '10', max_amount: '100000' },
      ...{ durations_copy: '14', ref_bonus: '5', daily_roi: '0.4' },
    }
    const made = await house.write((tx) => createPlan(tx, house.clock, thief, terms))
    await agree(made.waits)
    const { planId } = house
    try {
      house.planId = made.id
      // whoever asked for it as much as whoever agreed
      for (const by of [thief, second]) expect(await whyOf(await approve(await saved(5000), by))).toBe('plan')

      const [raiser, other] = [
        await anAdministrator(house.db, ['reviewer']),
        await anAdministrator(house.db, ['reviewer']),
      ]
      const change = (to: object) =>
        house.write((tx) => updatePlan(tx, house.clock, raiser, { ...terms, ...to, id: made.id }))
      // neither what lowers it, nor what was refused, nor another duration makes its terms theirs
      expect(await change({ daily_roi: '0.3' })).toBeUndefined()
      const refused = await change({ daily_roi: '0.35' })
      await refuseAs(house, other, refused)
      await agree(await change({ daily_roi: '0.3', durations_copy: '14, 30' }), other)
      for (const by of [raiser, other]) expect(await approve(await saved(5000), by)).toBeUndefined()

      await agree(await change({ daily_roi: '0.3', durations_copy: '14, 30', ref_bonus: '5.5' }), other)
      for (const by of [raiser, other]) expect(await whyOf(await approve(await saved(5000), by))).toBe('plan')
      expect(await approve(await saved(5000), await anAdministrator(house.db, ['reviewer']))).toBeUndefined()
    } finally {
      house.planId = planId
    }
  })

  test('is not approved with money of which the same administrator said that it came in', async () => {
    const declined = await saved(5000)
    expect(await decline(declined, usd(5000))).toBeUndefined()
    const id = await saved(4000)
    const waits = await approve(id, thief, declined)
    expect(await whyOf(waits)).toBe('money')
    const { tranx_id } = await investmentNow(house, declined)
    expect(await changesOf(waits)).toEqual([
      { field: 'status', before: 'pending', after: 'approved' },
      { field: 'amount', before: null, after: '4000.00' },
      { field: 'from_held', before: null, after: '4000.00' },
      { field: 'from_suspense', before: null, after: tranx_id },
    ])
    await agree(waits)
    expect(await investmentNow(house, id)).toMatchObject({ status: 'approved', from_suspense: declined })
  })
})

describe('whoever agrees', () => {
  test('sees which held money an edit takes, where it is its own, too', async () => {
    const declined = await saved(5000)
    await decline(declined, usd(5000), second)
    const waits = await edit(declined, { status: 'approved' })
    const { tranx_id } = await investmentNow(house, declined)
    expect(await changesOf(waits)).toEqual([
      { field: 'status', before: 'declined', after: 'approved' },
      { field: 'from_held', before: null, after: '5000.00' },
      { field: 'from_suspense', before: null, after: tranx_id },
    ])
  })
})

describe('what is said to have come in for an investment that is declined', () => {
  test('waits above the limit, where it is not the amount', async () => {
    const id = await saved(100)
    const waits = await decline(id, usd(50_000))
    expect(await whyOf(waits)).toBe('limit')
    expect(await investmentNow(house, id)).toMatchObject({ status: 'pending', received: 0n })
    await expect(decline(id, usd(0), second)).rejects.toMatchObject({ code: 'wrong state' })
    await agree(waits)
    expect(await investmentNow(house, id)).toMatchObject({ status: 'declined', received: usd(50_000) })
    expect(await decline(await saved(100), usd(1000))).toBeUndefined()
  })

  test('is the work of one where it is what the investor was to pay, and counts for the day', async () => {
    await spendAllBut(6000)
    expect(await decline(await saved(5000), usd(5000))).toBeUndefined()
    expect(await whyOf(await decline(await saved(1500), usd(1500)))).toBe('day')
    expect(await decline(await saved(1500), usd(0))).toBeUndefined()
  })
})

describe('above the limit, a withdrawal', () => {
  test('is not marked as paid alone by who approved it, nor approved and paid in one step', async () => {
    const id = await asked(1500)
    await approvePayout(id)
    const waits = await pay(id)
    expect(await whyOf(waits)).toBe('withdrawal')
    expect(await balance(house, investor, 'withdrawing')).toBe(usd(1500))
    await agree(waits)
    expect(await balance(house, investor, 'withdrawing')).toBe(0n)

    expect(await whyOf(await pay(await asked(1500)))).toBe('both')
  })

  test('is marked as paid alone by somebody else than who approved it; at the limit by anybody', async () => {
    const id = await asked(1500)
    await approvePayout(id)
    expect(await pay(id, second)).toBeUndefined()
    const small = await asked(1000)
    await approvePayout(small)
    expect(await pay(small)).toBeUndefined()
  })

  test('that the same administrator made payable by an edit waits, too', async () => {
    const id = await asked(1500)
    await editWithdrawalAs(house, thief, id, { status: 'approved' })
    expect(await whyOf(await pay(id))).toBe('withdrawal')
  })
})

describe('above the limit, a referral bonus', () => {
  let invited: Investor
  /** The bonus of 5 % of an investment that `by` approved. */
  const referred = async (amount: number, by: Administrator) => {
    invited = await anInvestor(house.db, { inviter: investor })
    const id = await saved(amount, invited)
    if ((await approve(id, by)) !== undefined) throw new Error('it waits')
    return (await referralNow(house, id))?.id ?? expect.fail('there is no referral')
  }
  const approveBonus = (id: string, by = thief) => house.write((tx) => approveReferral(tx, by, { id }, SETTINGS))

  test('is not approved alone by who approved the investment; it holds up what is decided about it', async () => {
    const patient = await anAdministrator(house.db, ['reviewer'])
    // 1,250.00, of 25,000.00: more than anybody approves alone in a day
    invited = await anInvestor(house.db, { inviter: investor })
    const investment = await saved(25_000, invited)
    const large = await approve(investment, patient)
    expect(await whyOf(large)).toBe('day')
    await agree(large, thief)
    const id = (await referralNow(house, investment))?.id ?? ''
    const waits = await approveBonus(id)
    expect(await whyOf(waits)).toBe('investment')
    expect(await balance(house, investor, 'referral')).toBe(0n)
    await expect(house.write((tx) => declineReferral(tx, second, { id, reason: null }))).rejects.toMatchObject({
      code: 'wrong state',
      message: expect.stringContaining('second approver'),
    })
    await expect(agree(waits, asAdministrator(investor))).rejects.toMatchObject({ code: 'not allowed' })
    await expect(agree(waits, asAdministrator(invited))).rejects.toMatchObject({ code: 'not allowed' })
    await agree(waits)
    expect(await balance(house, investor, 'referral')).toBe(usd(1250))
  })

  test('is approved alone by nobody while the identity of either side is not approved', async () => {
    for (const unchecked of ['inviter', 'invited'] as const) {
      investor = await anInvestor(house.db, { kyc: unchecked === 'inviter' ? 'none' : 'approved' })
      invited = await anInvestor(house.db, { inviter: investor })
      const investment = await saved(25_000, invited)
      await agree(await approve(investment, await anAdministrator(house.db, ['reviewer'])))
      if (unchecked === 'invited') {
        await house.db.updateTable('app_user').set({ kyc: 'none' }).where('id', '=', invited.userId).execute()
      }
      const id = (await referralNow(house, investment))?.id ?? ''
      expect(await whyOf(await approveBonus(id))).toBe(unchecked === 'inviter' ? 'no inviter identity' : 'no identity')
    }
  })

  test('is approved alone by somebody else; whatever its size, it counts for the day', async () => {
    const id = await referred(10_000, await anAdministrator(house.db, ['reviewer']))
    await spendAllBut(499)
    const waits = await approveBonus(id)
    expect(await whyOf(waits)).toBe('day')
    expect(await approveBonus(await referred(9000, await anAdministrator(house.db, ['reviewer'])))).toBeUndefined()
  })
})

describe('what one administrator decides alone in a day', () => {
  /** What the thief has decided alone, day after day. */
  const sums = async () => {
    const { rows } = await sql<{ day: string; total: MicroUsd }>`
      SELECT day::text, total FROM decided_alone WHERE user_id = ${thief.userId} ORDER BY day`.execute(house.db)
    return rows.map(({ day, total }) => [day, total])
  }
  const day = (from: number) => new Date(house.clock.now().getTime() + from * DAY).toISOString().slice(0, 10)
  const waitForLock = async (client: pg.Client) => {
    // within a transaction PostgreSQL goes on listing the connections that there were at first
    await client.query('SELECT pg_stat_clear_snapshot()')
    return (
      await client.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
    ).rows
  }

  test('comes to the limit of the day and no further: approved, paid out and corrected together', async () => {
    // 6,000 approved, by the button and by an edit
    expect(await approve(await saved(5000))).toBeUndefined()
    expect(await edit(await saved(1000), { status: 'approved' })).toBeUndefined()
    // 6,000 paid out
    const large = await asked(5000)
    await approvePayout(large, second)
    expect(await pay(large)).toBeUndefined()
    expect(await pay(await asked(1000))).toBeUndefined()
    // 7,000 corrected: topped up, received, refunded
    expect(await topUp(usd(1000), investor)).toBeUndefined()
    const declined = await saved(5000)
    expect(await decline(declined, usd(5000))).toBeUndefined()
    const refund = { id: declined, amount: usd(1000), txid: null, address: null, reason: 'Sent back.' }
    expect((await house.write((tx) => refundSuspense(tx, thief, refund))).waits).toBeUndefined()
    // 1,000.00 are left
    const bought = await saved(1000.01)
    const waits = await approve(bought)
    expect(await whyOf(waits)).toBe('day')
    expect(await approve(await saved(600))).toBeUndefined()
    expect(await pay(await asked(400))).toBeUndefined()
    for (const further of [
      await approve(await saved(10)),
      await edit(await saved(10), { status: 'approved' }),
      await pay(await asked(0.01)),
      await topUp(usd(0.01), await anInvestor(house.db)),
    ]) {
      expect(await whyOf(further)).toBe('day')
    }
    // what moves nothing goes on
    expect(await decline(await saved(5000), usd(0))).toBeUndefined()
    await agree(waits)
    expect((await investmentNow(house, bought)).status).toBe('approved')
  })

  test('is counted for each administrator, and anew from midnight UTC by the clock of the database', async () => {
    const alone = async (amount: number, by = thief) => topUp(usd(amount), await anInvestor(house.db), by)
    await setClock(0, 22, 30)
    await spendAllBut(0)
    const other = await anAdministrator(house.db, ['reviewer'])
    await setClock(0, 23, 59, 59, 0)
    const waits = await topUp(usd(1), investor)
    expect(await whyOf(waits)).toBe('day')
    expect(await alone(1, other)).toBeUndefined()
    // whoever agrees has looked at it with somebody: nothing of it counts for them
    await spendAllBut(2, other)
    await setClock(0, ...LAST)
    await agree(waits, other)
    expect(await alone(1, other)).toBeUndefined()
    expect(await whyOf(await alone(0.01, other))).toBe('day')
    // a day later by a millisecond; what is decided then adds up from its first second to its last
    await house.clock.move(1)
    expect(await topUp(usd(1), investor)).toBeUndefined()
    for (const hour of [1, 6, 12, 18, 23]) {
      await setClock(0, hour, 59, 0, 0)
      for (let n = 0; n < 3; n += 1) expect(await alone(1000)).toBeUndefined()
    }
    await setClock(0, ...LAST)
    expect(await whyOf(await approveAs(house, thief, await saved(5000)))).toBe('day')
    expect(await approveAs(house, thief, await saved(4999))).toBeUndefined()
    expect(await whyOf(await alone(0.01))).toBe('day')
    await house.clock.move(1)
    expect(await alone(0.01)).toBeUndefined()
    expect(await sums()).toEqual([
      [day(-2), usd(20_000)],
      [day(-1), usd(20_000)],
      [day(0), usd(0.01)],
    ])
  })

  test('counts for the day on which it is done, though it was begun on the one before and waited for a lock', async () => {
    await spendAllBut(0)
    await setClock(0, ...LAST)
    const client = new pg.Client({ connectionString: house.ownerUrl })
    await client.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT FROM app_user WHERE id = $1 FOR UPDATE', [investor.userId])
      const late = topUp(usd(1), investor)
      await expect.poll(async () => (await waitForLock(client)).length).toBe(1)
      await house.clock.move(1)
      await client.query('ROLLBACK')
      expect(await late).toBeUndefined()
    } finally {
      await client.end()
    }
    expect(await sums()).toEqual([
      [day(-1), usd(20_000)],
      [day(0), usd(1)],
    ])
  })

  test('does not wait for what another administrator is deciding, and waits for their own', async () => {
    // at wallets of their own: they share nothing but the sum
    const elsewhere = { ...house, walletId: await aWallet(house.db) }
    const { id: others } = await save(elsewhere, await anInvestor(house.db), { amount: usd(10) })
    await approve(await saved(10))
    const next = await saved(10)
    const client = new pg.Client({ connectionString: house.ownerUrl })
    await client.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT FROM decided_alone WHERE user_id = $1 FOR UPDATE', [thief.userId])
      let done = false
      const own = approve(next).then((waits) => {
        done = true
        return waits
      })
      expect(await approve(others, second)).toBeUndefined()
      expect(done).toBe(false)
      await client.query('ROLLBACK')
      expect(await own).toBeUndefined()
    } finally {
      await client.end()
    }
  })

  test('does not slip past the limit in a hundred approvals at once', THOROUGH, async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, async () => saved(900, await anInvestor(house.db))))
    const outcomes = await Promise.allSettled(ids.map((id) => approveAs(house, thief, id)))
    const answers = outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : outcome.value))
    // 22 of 900.00 are 19,800.00, and 50 at most wait
    expect(answers.filter((waits) => waits === undefined)).toHaveLength(22)
    expect(answers.filter((waits) => waits?.includes('already waiting for a second approver'))).toHaveLength(28)
    expect(new Set(answers)).toHaveProperty('size', 1 + 1 + 50)
    const { total } = await house.db
      .selectFrom('decided_alone')
      .select('total')
      .where('user_id', '=', thief.userId)
      .executeTakeFirstOrThrow()
    expect(total).toBe(usd(19_800))
  })

  test('is no more than the sum can hold, and still the day’s', async () => {
    await topUp(usd(1), investor)
    const total = usd(9_223_372_036_854)
    await house.db.updateTable('decided_alone').set({ total }).where('user_id', '=', thief.userId).execute()
    expect(await whyOf(await approve(await saved(4_000_000)))).toBe('day')
  })

  test('only grows: the database lowers it for nobody', async () => {
    await spendAllBut(0)
    const lower = house.db
      .updateTable('decided_alone')
      .set({ total: usd(1) })
      .where('user_id', '=', thief.userId)
    await expect(lower.execute()).rejects.toMatchObject({ code: 'PLB10' })
    expect(await whyOf(await topUp(usd(1), await anInvestor(house.db)))).toBe('day')
  })

  test('counts the bonus that an edit brings back with its investment', async () => {
    const invited = await anInvestor(house.db, { inviter: investor })
    const id = await saved(1000, invited)
    await approve(id, second)
    const bonus = (await referralNow(house, id))?.id ?? ''
    await house.write((tx) => approveReferral(tx, second, { id: bonus }, SETTINGS))
    await edit(id, { status: 'pending' }, second)
    expect(await balance(house, investor, 'referral')).toBe(0n)
    // 1,000.00 and the 50.00 of who invited
    await spendAllBut(1049)
    expect(await whyOf(await approve(id))).toBe('day')
  })
})

describe('the limit of the day', () => {
  const set = (name: 'daily_alone_limit' | 'second_approval_limit', value: string | null) =>
    house.db.updateTable('setting').set({ value }).where('name', '=', name).execute()
  afterEach(async () => {
    await house.db.updateTable('setting').set({ value: null }).execute()
  })

  test('is twenty times the other limit, as long as nobody has said what it is', async () => {
    await set('second_approval_limit', '10')
    for (let n = 0; n < 20; n += 1) expect(await topUp(usd(10), await anInvestor(house.db))).toBeUndefined()
    expect(await whyOf(await topUp(usd(0.01), await anInvestor(house.db)))).toBe('day')
    await set('daily_alone_limit', '200.01')
    expect(await topUp(usd(0.01), await anInvestor(house.db))).toBeUndefined()
    expect((await readTransaction(house.db, (tx) => waitingApprovals(tx, second))).daily_limit).toBe('200.01')
  })
})

describe('a request that nobody could agree to', () => {
  test('is not made: where the only other administrator is who invited, and the bonus moves with it', async () => {
    const alone = await openInvestingHouse()
    try {
      const inviter = await anInvestor(alone.db)
      await alone.db
        .updateTable('app_user')
        .set({ roles: ['reviewer'] })
        .where('id', '=', inviter.userId)
        .execute()
      const invited = await anInvestor(alone.db, { inviter })
      const { administrator } = alone
      const { id } = await save(alone, invited, { amount: usd(2000) })
      await alone.write((tx) => approveInvestment(tx, administrator, { id }, SETTINGS))
      const bonus = (await referralNow(alone, id))?.id ?? ''
      await alone.write((tx) => approveReferral(tx, administrator, { id: bonus }, SETTINGS))
      const change = (amount: MicroUsd) => editAs(alone, administrator, id, { amount })
      expect(await change(usd(4500))).toBeUndefined()
      expect(await balance(alone, inviter, 'referral')).toBe(usd(225))
      // not without an end: whoever invites under the name of the other administrator gets no further than others
      await expect(change(usd(20_000))).rejects.toMatchObject({
        code: 'wrong state',
        message: expect.stringContaining('nobody else who could agree'),
      })
      expect((await investmentNow(alone, id)).amount).toBe(usd(4500))

      // a third could agree, and the one whose bonus it is neither agrees nor refuses
      const third = await anAdministrator(alone.db, ['reviewer'])
      const waits = await change(usd(2000))
      expect(waits).toEqual(WAITS)
      const seen = async (by: Administrator) =>
        (await readTransaction(alone.db, (tx) => waitingApprovals(tx, by))).items[0]
      expect(await seen(asAdministrator(inviter))).toMatchObject({ may_decide: false, also_concerns: inviter.userId })
      expect(await seen(third)).toMatchObject({ may_decide: true })
      await expect(agreeAs(alone.db, asAdministrator(inviter), waits)).rejects.toMatchObject({ code: 'not allowed' })
      await agreeAs(alone.db, third, waits)
      expect(await balance(alone, inviter, 'referral')).toBe(usd(100))
    } finally {
      await alone.close()
    }
  })

  test('is not made where there is one administrator: all is done alone, however much', async () => {
    const alone = await openInvestingHouse()
    try {
      alone.planId = await aPlan(alone.db, { max_amount: usd(5_000_000) })
      const { administrator } = alone
      const rich = await anInvestor(alone.db)
      for (const amount of [30_000, 40_000]) {
        const { id } = await save(alone, rich, { amount: usd(amount) })
        expect(await alone.write((tx) => approveInvestment(tx, administrator, { id }, SETTINGS))).toBeUndefined()
      }
      // nor does it count for when there are two
      await anAdministrator(alone.db, ['reviewer'])
      const { id } = await save(alone, rich, { amount: usd(20_000) })
      expect(await alone.write((tx) => approveInvestment(tx, administrator, { id }, SETTINGS))).toBeUndefined()
    } finally {
      await alone.close()
    }
  })
})

test('a correction beyond what the sum of a day can hold is refused for the limit of the day, and is no bug', async () => {
  const alone = await openInvestingHouse()
  try {
    const terms = { daily_roi: percent(1_000_000n), ref_bonus: percent(1_000_000n), durations: [8] }
    alone.planId = await aPlan(alone.db, { max_amount: usd(1_000_000_000_000), ...terms })
    const { administrator } = alone
    const inviter = await anInvestor(alone.db)
    const invited = await anInvestor(alone.db, { inviter })
    const { id } = await save(alone, invited, { amount: usd(1000), duration: 8 })
    await approveAs(alone, administrator, id)
    const bonus = (await referralNow(alone, id))?.id ?? ''
    await alone.write((tx) => approveReferral(tx, administrator, { id: bonus }, SETTINGS))
    // The only other administrator is the inviter, who could not agree: so it is counted first.
    await alone.db
      .updateTable('app_user')
      .set({ roles: ['reviewer'] })
      .where('id', '=', inviter.userId)
      .execute()
    const date = new Date(alone.clock.now().getTime() - 9 * DAY)
    const all = { amount: usd(1_000_000_000_000), status: 'completed', date } as const
    expect(await refusalOf(editAs(alone, administrator, id, all))).toMatchObject({
      code: 'wrong state',
      message: expect.stringContaining('daily limit'),
    })
  } finally {
    await alone.close()
  }
})
