/** Promises that are made only where they are set apart, on real PostgreSQL (decision 91). */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { readTransaction } from '#kit/transaction.ts'
import { balanceOf } from '#ledger/balances.ts'
import { microUsd, type MicroUsd } from '#money/micro-usd.ts'
import { findPlan, planOnWire } from '#plans/find.ts'
import { leftToInvest } from '#plans/left-rules.ts'
import { declineReferral } from '#referrals/decline.ts'
import { topUpUser } from '#adjustments/top-up.ts'
import { lockReserve, selectFree } from '#reserve/open.ts'
import { recordFunds } from '#wallets/record-funds.ts'
import { editAs } from '../../../test/support/deciding.ts'
import { openInvestingHouse, problems, SETTINGS } from '../../../test/support/investing-house.ts'
import { invest, investmentNow, referralNow, save } from '../../../test/support/investing.ts'
import { opened } from '../../../test/support/opened.ts'
import { anAdministrator, anInvestor, usd } from '../../../test/support/people.ts'
import { accrueDue } from '../accrue.ts'
import { approveInvestment } from '../approve.ts'
import { cancelInvestment } from '../cancel.ts'
import { completeDue } from '../complete.ts'
import { declineInvestment } from '../decline.ts'
import { promiseOf } from '../rules.ts'
import { updateInvestment } from '../update.ts'
import { verifyInvestment } from '../verify.ts'
import { coverDue } from './cover.ts'
import { setBacking } from './set-backing.ts'

const house = opened(openInvestingHouse)
const job = { job: 'test' }
const fund = (amount: MicroUsd, direction: 'in' | 'out' = 'in') =>
  house.write((tx) =>
    recordFunds(tx, house.administrator, {
      ...{ walletId: house.walletId, account: 'reserve', amount, direction, reason: 'for promises' },
    }),
  )
const choose = (backing: 'strict' | 'disclosed') =>
  house.write((tx) => setBacking(tx, house.administrator, { backing, reason: 'as we said' }))
const free = () => house.write((tx) => balanceOf(tx, 'reserve/yield'))
const backingNow = async () =>
  (await sql<{ mode: string; disclosed_from: Date | null }>`SELECT mode, disclosed_from FROM backing`.execute(house.db))
    .rows[0]

/** Everything that runs is over, and the reserve is empty and disclosed. */
beforeEach(async () => {
  await sql`UPDATE backing SET mode = 'disclosed', disclosed_from = NULL, chosen_at = NULL`.execute(house.db)
  const { rows } = await sql<{ id: string; user_id: string }>`
    SELECT id, user_id FROM investment WHERE status IN ('pending', 'waiting approval')`.execute(house.db)
  for (const { id } of rows) {
    await house.write((tx) => declineInvestment(tx, house.administrator, { id, reason: null, received: usd(0) }))
  }
  await house.days(15)
  await accrueDue(house.db, job)
  await completeDue(house.db, job)
  await coverDue(house.db, job)
  const left = await free()
  if (left > 0n) await fund(left, 'out')
})

async function becomeStrict(reserve: MicroUsd): Promise<void> {
  const capital = { walletId: house.walletId, account: 'capital', direction: 'in', reason: 'ours' } as const
  await house.write((tx) => recordFunds(tx, house.administrator, { ...capital, amount: usd(1000) }))
  await fund(reserve)
  await choose('strict')
}

test('strict is chosen only where the reserve covers what runs and what waits, and what is missing is named', async () => {
  const person = await anInvestor(house.db)
  const running = await invest(house, person)
  await save(house, person, { amount: usd(1000) })
  const needed = promiseOf(running) + promiseOf({ ...running, amount: usd(1000) })
  await expect(choose('strict')).rejects.toMatchObject({ message: expect.stringContaining('$84.00 is missing') })
  await fund(microUsd(needed - 1n))
  await coverDue(house.db, job)
  await expect(choose('strict')).rejects.toMatchObject({ message: expect.stringContaining('$0.01 is missing') })
  await fund(usd(1))
  await choose('strict')
  expect(await backingNow()).toMatchObject({ mode: 'strict', disclosed_from: null })
  await expect(choose('strict')).rejects.toMatchObject({ code: 'wrong state' })
})

test('nobody sees an address for what is not covered, and what waits is spoken for', async () => {
  const person = await anInvestor(house.db)
  await becomeStrict(usd(56))
  await save(house, person)
  await expect(save(house, person, { amount: usd(501) })).rejects.toMatchObject({
    code: 'bad input',
    errors: { amount: [expect.any(String)] },
  })
  const { id } = await save(house, person)
  await expect(save(house, person, { amount: usd(100) })).rejects.toMatchObject({ code: 'bad input' })
  await house.write((tx) => cancelInvestment(tx, person, { id }))
  await save(house, person, { amount: usd(100) })
  expect(await free()).toBe(usd(56))
  expect(await problems(house)).toEqual([])
})

test('nobody speaks for more than three that they have not paid', async () => {
  const person = await anInvestor(house.db)
  await becomeStrict(usd(5000))
  for (let n = 0; n < 3; n += 1) await save(house, person)
  await expect(save(house, person)).rejects.toMatchObject({
    code: 'wrong state',
    message: expect.stringContaining('3 investments'),
  })
})

test('race: of a hundred who invest at once no more get an address than the reserve covers', async () => {
  const people = await Promise.all(Array.from({ length: 100 }, () => anInvestor(house.db)))
  await becomeStrict(usd(28 * 7))
  const saved = await Promise.allSettled(people.map((person) => save(house, person)))
  expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  for (const { status, ...rest } of saved) {
    if (status === 'rejected') expect(rest).toMatchObject({ reason: { code: 'bad input' } })
  }
})

test('race: whoever invests while strict is chosen is either counted by it or refused by it', async () => {
  for (let round = 0; round < 3; round += 1) {
    await sql`UPDATE backing SET mode = 'disclosed', chosen_at = NULL`.execute(house.db)
    const people = await Promise.all(Array.from({ length: 6 }, () => anInvestor(house.db)))
    const [chosen] = await Promise.allSettled([choose('strict'), ...people.map((person) => save(house, person))])
    const { rows } = await sql<{ held: bigint }>`
      SELECT count(*) AS held FROM investment WHERE status = 'pending' AND user_id = ANY (${people.map(({ userId }) => userId)})`.execute(
      house.db,
    )
    if (chosen?.status === 'fulfilled') expect(rows[0]?.held).toBe(0n)
    for (const { id, user_id } of (
      await sql<{ id: string; user_id: string }>`SELECT id, user_id FROM investment WHERE status = 'pending'`.execute(
        house.db,
      )
    ).rows) {
      await house.write((tx) => cancelInvestment(tx, { ...(people[0] as Investor), userId: user_id }, { id }))
    }
  }
})

test('an approval uses its own hold; an edit beyond the reserve is refused, with what is missing', async () => {
  const person = await anInvestor(house.db)
  await becomeStrict(usd(28))
  const { id } = await save(house, person)
  await house.write((tx) => approveInvestment(tx, house.administrator, { id }, SETTINGS))
  expect((await investmentNow(house, id)).set_apart).toBe(usd(28))
  const { began_at, version } = await investmentNow(house, id)
  const edit = {
    id,
    amount: usd(600),
    status: 'approved',
    date: began_at?.toISOString() ?? '',
    version,
    reason: 'more came',
  } as const
  await expect(house.write((tx) => updateInvestment(tx, house.administrator, edit, SETTINGS))).rejects.toMatchObject({
    ...{ code: 'wrong state', message: expect.stringContaining('$5.60 more than is set apart') },
  })
  await fund(usd(6))
  await house.write((tx) => updateInvestment(tx, house.administrator, edit, SETTINGS))
  expect((await investmentNow(house, id)).set_apart).toBe(microUsd(33_600_000n))
  expect(await problems(house)).toEqual([])
})

test('one that waits is raised by an edit, and one that runs waits again, only where what it promises then is covered', async () => {
  const inviter = await anInvestor(house.db)
  const person = await anInvestor(house.db, { inviter })
  // 28 of earnings and 25 of a bonus
  await becomeStrict(usd(53))
  const { id } = await save(house, person)
  await expect(editAs(house, house.administrator, id, { amount: usd(501) })).rejects.toMatchObject({
    ...{ code: 'wrong state', message: expect.stringContaining('more than is set apart') },
  })
  await fund(usd(1))
  await editAs(house, house.administrator, id, { amount: usd(501) })
  await editAs(house, house.administrator, id, { amount: usd(500) })
  await house.write((tx) => approveInvestment(tx, house.administrator, { id }, SETTINGS))
  const bonus = await referralNow(house, id)
  await house.write((tx) => declineReferral(tx, house.administrator, { id: bonus?.id ?? '', reason: null }))
  await fund(usd(26), 'out')
  await expect(editAs(house, house.administrator, id, { status: 'pending' })).rejects.toMatchObject({
    ...{ code: 'wrong state', message: expect.stringContaining('$25.00 more than is set apart') },
  })
  await fund(usd(25))
  await editAs(house, house.administrator, id, { status: 'pending' })
  expect(await free()).toBe(usd(53))
  expect(await problems(house)).toEqual([])
})

test('what was paid before there was a reserve can be corrected in strict; only what is paid more has to be set apart', async () => {
  const { id } = await invest(house, await anInvestor(house.db))
  await house.days(15)
  await completeDue(house.db, job)
  await becomeStrict(usd(28))
  const edit = async (amount: MicroUsd) => {
    const { began_at, version } = await investmentNow(house, id)
    const change = {
      id,
      amount,
      status: 'completed',
      date: began_at?.toISOString() ?? '',
      version,
      reason: 'typed wrong',
    }
    await house.write((tx) => updateInvestment(tx, house.administrator, { ...change, status: 'completed' }, SETTINGS))
  }
  await edit(usd(400))
  expect(await free()).toBe(usd(28))
  await edit(usd(500))
  expect((await investmentNow(house, id)).set_apart).toBe(microUsd(5_600_000n))
  expect(await free()).toBe(microUsd(22_400_000n))
  expect(await problems(house)).toEqual([])
})

test('one that runs waits again with what it gives back itself, the bonus of whoever invited included', async () => {
  const person = await anInvestor(house.db, { inviter: await anInvestor(house.db) })
  await becomeStrict(usd(53))
  const { id } = await invest(house, person)
  expect(await free()).toBe(usd(0))
  await editAs(house, house.administrator, id, { status: 'pending' })
  expect(await free()).toBe(usd(53))
  await expect(editAs(house, house.administrator, id, { amount: usd(501) })).rejects.toMatchObject({
    ...{ code: 'wrong state', message: expect.stringContaining('more than is set apart') },
  })
  expect(await problems(house)).toEqual([])
})

test('marking as paid makes no room for more: three that wait are three', async () => {
  const person = await anInvestor(house.db)
  await becomeStrict(usd(5000))
  for (let n = 0; n < 3; n += 1) {
    const { tranx_id } = await save(house, person)
    await house.write((tx) => verifyInvestment(tx, person, { tranxId: tranx_id, txid: undefined }))
  }
  await expect(save(house, person)).rejects.toMatchObject({ code: 'wrong state' })
})

test('a top-up beyond what is free is refused in strict', async () => {
  const person = await anInvestor(house.db)
  await becomeStrict(usd(28))
  const asked = {
    userId: person.userId,
    account: 'earnings',
    amount: usd(1_000_000),
    category: null,
    reason: 'a gift',
  } as const
  await expect(house.write((tx) => topUpUser(tx, house.administrator, asked))).rejects.toMatchObject({
    code: 'bad input',
  })
})

test('property: what can still be invested is covered to the micro-dollar, and a cent more is not', async () => {
  const plan = await readTransaction(house.db, (tx) => findPlan(tx, house.planId))
  if (plan === undefined) throw new Error('no plan')
  const rates = { ...planOnWire({ ...plan } as Parameters<typeof planOnWire>[0]) }
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 13n }), (reserve) => {
      const duration = Math.max(...plan.durations)
      const most = leftToInvest({ ...rates, days: duration, withBonus: true }, microUsd(reserve)) ?? microUsd(0n)
      const promised = (amount: bigint) =>
        promiseOf({ amount: microUsd(amount), daily_roi: plan.daily_roi, duration }) +
        (amount * plan.ref_bonus) / 1_000_000n
      expect(promised(most)).toBeLessThanOrEqual(reserve)
      expect(promised(most + 20_000n)).toBeGreaterThan(reserve - 2n)
    }),
  )
})

test('whoever locks the reserve has a number that whoever keeps a day waits for', async () => {
  const number = await house.write(async (tx) => {
    await lockReserve(tx)
    const { rows } = await sql<{
      number: string | null
    }>`SELECT pg_current_xact_id_if_assigned()::text AS number`.execute(tx)
    return rows[0]?.number
  })
  expect(number).toEqual(expect.any(String))
})

test('money leaves the reserve by two where the house has less than it owes', async () => {
  await becomeStrict(usd(100))
  await sql`UPDATE backing SET mode = 'disclosed'`.execute(house.db)
  const person = await anInvestor(house.db)
  const gift = {
    userId: person.userId,
    account: 'earnings',
    amount: usd(1_000_000),
    category: null,
    reason: 'a gift',
  } as const
  await house.write((tx) => topUpUser(tx, house.administrator, gift))
  await anAdministrator(house.db)
  const out = { walletId: house.walletId, direction: 'out', amount: usd(1), reason: 'of the network' } as const
  expect(await house.write((tx) => selectFree(tx))).toBeLessThan(0n)
  const asked = await house.write((tx) => recordFunds(tx, house.administrator, { ...out, account: 'reserve' }))
  expect(asked.waits).toEqual(expect.any(String))
  const { changes } = await house.db
    .selectFrom('approval')
    .select('changes')
    .where('id', '=', asked.waits ?? '')
    .executeTakeFirstOrThrow()
  expect(changes).toContainEqual({ field: 'beyond_free', before: null, after: '1.00' })
})
