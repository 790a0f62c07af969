/** What an investor typed, and how far one administrator alone may take an amount from it. */
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Administrator, Investor } from '#kit/actor.ts'
import { DAY } from '#kit/clock.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import type { Status } from '#kit/wire.ts'
import { approveInvestment } from '#investments/approve.ts'
import { declineInvestment } from '#investments/decline.ts'
import { reinvestInvestment } from '#investments/reinvest.ts'
import { completeDue } from '#investments/complete.ts'
import { approveWithdrawal } from '#withdrawals/approve.ts'
import { agreeAs } from '../../test/support/agreeing.ts'
import {
  editAs,
  editWithdrawalAs,
  openDecidingHouse,
  requestedWithdrawal,
  WAITS,
  withdrawAs,
} from '../../test/support/deciding.ts'
import { SETTINGS } from '../../test/support/investing-house.ts'
import { opened } from '../../test/support/opened.ts'
import { investmentNow, save } from '../../test/support/investing.ts'
import { fillWallet, give } from '../../test/support/money.ts'
import { anAdministrator, anInvestor, usd } from '../../test/support/people.ts'

const house = opened(openDecidingHouse)
let thief: Administrator
let second: Administrator
let investor: Investor

beforeAll(async () => {
  thief = house.administrator
  second = await anAdministrator(house.db, ['reviewer'])
})
beforeEach(async () => {
  investor = await anInvestor(house.db)
})

const edit = (id: string, change: Parameters<typeof editAs>[3], by = thief) => editAs(house, by, id, change)
const amountOf = async (id: string) => (await investmentNow(house, id)).amount

describe('an investment of 10', () => {
  let id: string
  beforeEach(async () => {
    ;({ id } = await save(house, investor, { amount: usd(10) }))
  })

  test.each(['pending', 'waiting approval', 'declined'] as const)(
    'that is %s is not raised to 5,000,000 by one administrator, although nothing moves',
    async (status) => {
      await edit(id, { status })
      const waits = await edit(id, { amount: usd(5_000_000) })
      expect(waits).toEqual(WAITS)
      expect(await amountOf(id)).toBe(usd(10))
      const [kept] = await house.db
        .selectFrom('approval')
        .select('moved')
        .where('id', '=', waits ?? '')
        .execute()
      expect(kept?.moved).toBe(usd(4_999_990))
      await agreeAs(house.db, second, waits)
      expect(await amountOf(id)).toBe(usd(5_000_000))
    },
  )

  test('is raised by exactly the limit alone, and by no cent more', async () => {
    expect(await edit(id, { amount: usd(1010.01) })).toEqual(WAITS)
    await withdrawAll()
    expect(await edit(id, { amount: usd(1010) })).toBeUndefined()
  })

  test('is not raised in small steps over days, by one or by several, before or after it is approved', async () => {
    expect(await edit(id, { amount: usd(900) })).toBeUndefined()
    await house.clock.move(2 * DAY)
    expect(await edit(id, { amount: usd(1010) }, second)).toBeUndefined()
    await house.clock.move(2 * DAY)
    expect(await edit(id, { amount: usd(1011) })).toEqual(WAITS)
    await withdrawAll()
    await house.write((tx) => approveInvestment(tx, thief, { id }, SETTINGS))
    await house.clock.move(2 * DAY)
    expect(await edit(id, { amount: usd(1100) })).toEqual(WAITS)
    await withdrawAll()
    expect(await amountOf(id)).toBe(usd(1010))
  })

  test('counts what is raised twice a day twice, and nothing for going back towards what was typed', async () => {
    expect(await edit(id, { amount: usd(600) })).toBeUndefined()
    expect(await edit(id, { amount: usd(100) })).toBeUndefined()
    expect(await edit(id, { amount: usd(10) })).toBeUndefined()
    expect(await edit(id, { amount: usd(600) })).toEqual(WAITS)
    await withdrawAll()
    await house.clock.move(DAY)
    expect(await edit(id, { amount: usd(600) })).toBeUndefined()
  })

  test('does not slip through with two edits at once, nor with a request that is withdrawn in between', async () => {
    const both = await Promise.all([edit(id, { amount: usd(800) }), edit(id, { amount: usd(1000) })])
    // the second one to come either goes back to 800, or waits
    expect(await amountOf(id)).toBe(usd(800))
    expect(both.filter((waits) => waits === undefined).length).toBeGreaterThan(0)
    await withdrawAll()
    await house.clock.move(DAY)
    expect(await edit(id, { amount: usd(5000) })).toEqual(WAITS)
    await withdrawAll()
    expect(await edit(id, { amount: usd(1011) })).toEqual(WAITS)
    await withdrawAll()
  })

  test('that two have raised needs two for every further step away, and one for a date or a state that moves little', async () => {
    await agreeAs(house.db, second, await edit(id, { amount: usd(5000) }))
    expect(await edit(id, { amount: usd(5001) })).toEqual(WAITS)
    await withdrawAll()
    expect(await edit(id, { status: 'declined' })).toBeUndefined()
    expect(await edit(id, { date: new Date('2026-01-02T00:00:00Z') })).toBeUndefined()
    expect(await edit(id, { amount: usd(4000) })).toBeUndefined()
    // brought back by an edit with its backdated beginning, it moves all of it
    expect(await edit(id, { status: 'approved' })).toEqual(WAITS)
    await withdrawAll()
  })

  test('keeps what was typed through everything, and the database refuses another', async () => {
    await edit(id, { amount: usd(20) })
    await house.write((tx) => declineInvestment(tx, thief, { id, reason: null, received: usd(5) }))
    expect((await investmentNow(house, id)).typed_amount).toBe(usd(10))
    const change = house.db
      .updateTable('investment')
      .set({ typed_amount: usd(5000) })
      .where('id', '=', id)
    await expect(change.execute()).rejects.toThrow('permission denied')
    const { sql, parameters } = change.compile()
    const tables = new pg.Client({ connectionString: house.ownerUrl })
    await tables.connect()
    try {
      await expect(tables.query(sql, [...parameters])).rejects.toThrow('what was typed stays')
    } finally {
      await tables.end()
    }
  })
})

test('lowering an amount far counts as raising it does, and crossing what was typed counts from there', async () => {
  const { id } = await save(house, investor, { amount: usd(5000) })
  expect(await edit(id, { amount: usd(3999) })).toEqual(WAITS)
  await withdrawAll()
  expect(await edit(id, { amount: usd(4400) })).toBeUndefined()
  expect(await edit(id, { amount: usd(5400) })).toBeUndefined()
  expect(await edit(id, { amount: usd(5401) })).toEqual(WAITS)
  await withdrawAll()
})

test('a reinvestment starts from the amount that was reinvested, not from what its parent was typed as', async () => {
  const { id } = await save(house, investor, { amount: usd(100) })
  await edit(id, { amount: usd(500) })
  await house.write((tx) => approveInvestment(tx, thief, { id }, SETTINGS))
  await house.clock.move(15 * DAY)
  await completeDue(house.db, { job: 'test' })
  await house.write((tx) => reinvestInvestment(tx, investor, { id }, { kyc: 'off' }))
  const child = await house.db
    .selectFrom('investment')
    .selectAll()
    .where('reinvests', '=', id)
    .executeTakeFirstOrThrow()
  expect(child).toMatchObject({ amount: usd(500), typed_amount: usd(500) })
})

describe('a withdrawal of 10', () => {
  let id: string
  beforeEach(async () => {
    await give(house.db, investor, 'earnings', usd(100_000))
    id = await requestedWithdrawal(house, investor, usd(10))
  })
  const now = () =>
    house.db.selectFrom('withdrawal').selectAll().where('user_id', '=', investor.userId).executeTakeFirstOrThrow()
  const change = (amount: MicroUsd, status: Status) => editWithdrawalAs(house, thief, id, { amount, status })

  test('is not raised in steps over days, declined or not', async () => {
    expect(await change(usd(1000), 'pending')).toBeUndefined()
    await house.clock.move(2 * DAY)
    expect(await change(usd(1500), 'pending')).toEqual(WAITS)
    await withdrawAll()
    expect(await change(usd(1000), 'declined')).toBeUndefined()
    await house.clock.move(2 * DAY)
    expect(await change(usd(5000), 'declined')).toEqual(WAITS)
    await withdrawAll()
    expect((await now()).typed_amount).toBe(usd(10))
  })

  test('is paid by one as it stands, and by two where the same edit takes it further', async () => {
    await fillWallet(house.db, house.walletId, usd(10_000))
    expect(await change(usd(1000), 'pending')).toBeUndefined()
    await house.clock.move(2 * DAY)
    await house.write((tx) => approveWithdrawal(tx, thief, { id }))
    expect(await change(usd(1100), 'completed')).toEqual(WAITS)
    await withdrawAll()
    expect(await change(usd(1000), 'completed')).toBeUndefined()
  })
})

/** Whoever asked takes back what waits. */
async function withdrawAll(): Promise<void> {
  const waiting = await house.db.selectFrom('approval').select('id').where('state', '=', 'waiting').execute()
  for (const { id } of waiting) await withdrawAs(house, thief, id)
}
