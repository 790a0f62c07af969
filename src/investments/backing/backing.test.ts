/** What is set apart for promises, verb by verb, on real PostgreSQL (decision 91). */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { balanceOf } from '#ledger/balances.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { approveReferral } from '#referrals/approve.ts'
import { declineReferral } from '#referrals/decline.ts'
import { moveReserve } from '#reserve/move.ts'
import { recordFunds } from '#wallets/record-funds.ts'
import { openInvestingHouse, problems, SETTINGS } from '../../../test/support/investing-house.ts'
import { invest, investmentNow, referralNow } from '../../../test/support/investing.ts'
import { opened } from '../../../test/support/opened.ts'
import { anInvestor, usd } from '../../../test/support/people.ts'
import { waitingForLocks } from '../../../test/support/waiting-for-locks.ts'
import { accrueDue } from '../accrue.ts'
import { completeDue } from '../complete.ts'
import { coverDue } from './cover.ts'
import { promiseOf } from '../rules.ts'
import { updateInvestment } from '../update.ts'

const house = opened(openInvestingHouse)
const job = { job: 'test' }

/** What is free in the reserve, committed, and the account that stands against both. */
async function reserveNow(): Promise<{ free: MicroUsd; committed: MicroUsd; setApart: MicroUsd }> {
  return house.write(async (tx) => ({
    free: await balanceOf(tx, 'reserve/yield'),
    committed: await balanceOf(tx, 'reserve/committed'),
    setApart: await balanceOf(tx, 'equity/set-apart'),
  }))
}
const fund = (amount: MicroUsd, direction: 'in' | 'out' = 'in') =>
  house.write((tx) =>
    recordFunds(tx, house.administrator, {
      ...{ walletId: house.walletId, account: 'reserve', amount, direction, reason: 'for promises' },
    }),
  )
async function edit(id: string, amount: MicroUsd, status: 'approved' | 'pending' | 'completed' = 'approved') {
  const { began_at, created_at, version } = await investmentNow(house, id)
  const date = (began_at ?? created_at).toISOString()
  const change = { id, amount, status, date, version, reason: 'typed wrong' }
  await house.write((tx) => updateInvestment(tx, house.administrator, change, SETTINGS))
}
/** What every running investment has still to earn, less what was set apart for it. */
async function expectHeld(): Promise<void> {
  const { free, committed, setApart } = await reserveNow()
  expect(free + committed + setApart).toBe(0n)
  const { rows } = await sql<{ total: bigint }>`
    SELECT coalesce(sum(left_over), 0)::bigint AS total FROM (
      SELECT set_apart - least(set_apart, earned_posted) AS left_over
      FROM investment JOIN investment_earning ON investment_id = id WHERE status = 'approved'
      UNION ALL SELECT set_apart FROM referral WHERE status = 'pending'
    ) AS open`.execute(house.db)
  expect(committed).toBe(rows[0]?.total)
  expect(await problems(house)).toEqual([])
}
/** Takes what is free out of the reserve, so that each test begins with none. */
async function emptyReserve(): Promise<void> {
  await coverDue(house.db, job)
  const { free } = await reserveNow()
  if (free > 0n) await fund(free, 'out')
}

test('without a reserve nothing is set apart, and an earning has the two lines that it always had', async () => {
  const person = await anInvestor(house.db)
  const { id } = await invest(house, person)
  await house.days(1)
  await accrueDue(house.db, job)
  expect((await investmentNow(house, id)).set_apart).toBe(0n)
  expect(await reserveNow()).toEqual({ free: 0n, committed: 0n, setApart: 0n })
  const { rows } = await sql<{ lines: number }>`
    SELECT count(*)::integer AS lines FROM earning_share JOIN entry USING (transfer_id) WHERE investment_id = ${id}`.execute(
    house.db,
  )
  expect(rows[0]?.lines).toBe(2)
  await expectHeld()
})

test('what comes into the reserve is committed to what was promised before, the oldest first', async () => {
  await emptyReserve()
  const [first, second] = [await anInvestor(house.db), await anInvestor(house.db)]
  const older = await invest(house, first)
  await house.days(0.01)
  const newer = await invest(house, second)
  const open = await sql<{ missing: MicroUsd }>`
    SELECT coalesce(sum(investment_earned(amount, daily_roi, duration * 86400::bigint) - set_apart), 0)::bigint AS missing
    FROM investment WHERE status = 'approved' AND id <> ${newer.id}`.execute(house.db)
  await fund(microUsd((open.rows[0]?.missing ?? 0n) + 1_000_000n))
  await coverDue(house.db, job)
  expect((await investmentNow(house, older.id)).set_apart).toBe(promiseOf(older))
  expect((await investmentNow(house, newer.id)).set_apart).toBe(usd(1))
  expect((await reserveNow()).free).toBe(0n)
  await expectHeld()
})

test('a bonus that was approved between being found and being locked takes nothing of the reserve', async () => {
  await emptyReserve()
  const inviter = await anInvestor(house.db)
  const { id } = await invest(house, await anInvestor(house.db, { inviter }))
  const bonus = await referralNow(house, id)
  expect(bonus).toMatchObject({ status: 'pending', set_apart: 0n })
  // of what came in before, something is left for the bonus
  await fund(usd(100_000))
  let covering = Promise.resolve()
  await house.write(async (tx) => {
    await approveReferral(tx, house.administrator, { id: bonus?.id ?? '' }, SETTINGS)
    covering = coverDue(house.db, job)
    await expect.poll(() => waitingForLocks(house)).toBe(1n)
  })
  await covering
  expect(await referralNow(house, id)).toMatchObject({ status: 'approved', set_apart: 0n })
  await expectHeld()
})

test('an earning takes along what was set apart for it, and the end leaves nothing committed', async () => {
  await emptyReserve()
  const person = await anInvestor(house.db)
  await fund(usd(1000))
  const { id, ...terms } = await invest(house, person)
  expect((await investmentNow(house, id)).set_apart).toBe(promiseOf(terms))
  await house.days(1.3)
  await accrueDue(house.db, job)
  await house.days(20)
  await completeDue(house.db, job)
  const { rows } = await sql<{ amount: bigint; backed: bigint }>`
    SELECT sum(amount)::bigint AS amount, sum(backed)::bigint AS backed FROM earning_share WHERE investment_id = ${id}`.execute(
    house.db,
  )
  expect(rows[0]).toEqual({ amount: promiseOf(terms), backed: promiseOf(terms) })
  await expectHeld()
})

test('an edit upwards commits more, one downwards or out gives the rest back', async () => {
  await emptyReserve()
  await fund(usd(100))
  const { id, ...terms } = await invest(house, await anInvestor(house.db), { amount: usd(1000) })
  const free = usd(100) - promiseOf(terms)
  expect((await reserveNow()).free).toBe(free)
  await house.days(2)
  await edit(id, usd(1500))
  expect((await reserveNow()).free).toBe(usd(100) - promiseOf({ ...terms, amount: usd(1500) }))
  await edit(id, usd(200))
  expect((await reserveNow()).free).toBe(usd(100) - promiseOf({ ...terms, amount: usd(200) }))
  await expectHeld()
  await edit(id, usd(200), 'pending')
  expect((await reserveNow()).free).toBe(usd(100))
  await edit(id, usd(200), 'approved')
  await expectHeld()
  await edit(id, usd(200), 'completed')
  const { free: now } = await reserveNow()
  expect(now).toBe(usd(100) - (await investmentNow(house, id)).earned_posted)
  await expectHeld()
})

test('a bonus is set apart when it is made, is paid out of that, and goes back when it is declined', async () => {
  await emptyReserve()
  await fund(usd(500))
  const inviter = await anInvestor(house.db)
  const bonusOf = async (invited: Investor) => {
    const { id } = await invest(house, invited)
    const made = await referralNow(house, id)
    if (made === undefined) throw new Error('no bonus was made')
    return made
  }
  const paid = await bonusOf(await anInvestor(house.db, { inviter }))
  expect(paid.set_apart).toBe(paid.amount)
  const { free } = await reserveNow()
  await house.write((tx) => approveReferral(tx, house.administrator, { id: paid.id }, SETTINGS))
  expect((await reserveNow()).free).toBe(free)
  await expectHeld()
  const declined = await bonusOf(await anInvestor(house.db, { inviter }))
  const before = await reserveNow()
  await house.write((tx) => declineReferral(tx, house.administrator, { id: declined.id, reason: 'of the same house' }))
  expect((await reserveNow()).free).toBe(before.free + declined.amount)
  expect((await referralNow(house, declined.investment_id))?.set_apart).toBe(0n)
  await expectHeld()
})

test('no more is moved into the reserve than the house has of its own, and no more out than is free', async () => {
  await emptyReserve()
  const move = (amount: MicroUsd, direction: 'in' | 'out') =>
    house.write((tx) => moveReserve(tx, house.administrator, { amount, direction, reason: 'of our own' }))
  await expect(move(usd(1), 'in')).rejects.toMatchObject({ code: 'bad input' })
  const capital = { walletId: house.walletId, account: 'capital', direction: 'in', reason: 'ours' } as const
  const { rows } = await sql<{ debts: bigint }>`
    SELECT -sum(CASE WHEN kind IN ('capital', 'adjustments', 'returns', 'fees') THEN balance ELSE -balance END)::bigint AS debts
    FROM account WHERE owner_id IS NULL AND kind <> 'set apart'`.execute(house.db)
  await house.write((tx) =>
    recordFunds(tx, house.administrator, { ...capital, amount: microUsd((rows[0]?.debts ?? 0n) + usd(10)) }),
  )
  await expect(move(usd(11), 'in')).rejects.toMatchObject({
    message: expect.stringContaining('$10.00 can be set apart'),
  })
  await move(usd(10), 'in')
  await expect(move(usd(1), 'in')).rejects.toMatchObject({ code: 'bad input' })
  await expect(move(usd(11), 'out')).rejects.toMatchObject({ code: 'bad input' })
  await move(usd(10), 'out')
  await expectHeld()
})

test(
  'property: whatever happens in whatever order, the reserve is what the records say',
  { timeout: 120_000 },
  async () => {
    await emptyReserve()
    const inviter = await anInvestor(house.db)
    const running: string[] = []
    const step = fc.oneof(
      fc.record({ do: fc.constant('invest' as const), amount: fc.integer({ min: 100, max: 5000 }) }),
      fc.record({ do: fc.constant('fund' as const), amount: fc.integer({ min: 1, max: 80 }) }),
      fc.record({ do: fc.constant('edit' as const), amount: fc.integer({ min: 100, max: 5000 }), which: fc.nat(9) }),
      fc.record({ do: fc.constant('days' as const), amount: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ do: fc.constant('cover' as const), amount: fc.constant(0) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        for (const one of steps) {
          if (one.do === 'invest') {
            const { id } = await invest(house, await anInvestor(house.db, { inviter }), { amount: usd(one.amount) })
            running.push(id)
          } else if (one.do === 'fund') await fund(usd(one.amount))
          else if (one.do === 'edit') {
            const id = running[one.which % Math.max(running.length, 1)]
            if (id !== undefined && (await investmentNow(house, id)).status === 'approved')
              await edit(id, usd(one.amount))
          } else if (one.do === 'cover') await coverDue(house.db, job)
          else {
            await house.days(one.amount / 2)
            await (one.amount % 2 === 0 ? accrueDue : completeDue)(house.db, job)
          }
        }
        await expectHeld()
      }),
      { numRuns: 8 },
    )
  },
)
