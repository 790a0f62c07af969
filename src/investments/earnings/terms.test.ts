import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, SECOND } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction } from '#kit/transaction.ts'
import type { Status } from '#kit/wire.ts'
import { accrueDue } from '#investments/accrue.ts'
import { completeDue } from '#investments/complete.ts'
import { updateInvestment } from '#investments/update.ts'
import { verifyInvestment } from '#investments/verify.ts'
import { accountStory } from '#statements/read.ts'
import { openInvestingHouse, SETTINGS } from '../../../test/support/investing-house.ts'
import { opened } from '../../../test/support/opened.ts'
import { invest, investmentNow, save } from '../../../test/support/investing.ts'
import { anInvestor, usd } from '../../../test/support/people.ts'

const JOB = { job: 'test' }
const house = opened(openInvestingHouse)
/** As the owner of the tables. */
let owner: pg.Client

beforeAll(async () => {
  owner = new pg.Client({ connectionString: house.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
})

const termsOf = (id: string) =>
  house.db
    .selectFrom('investment_terms')
    .select(['version', 'status', 'amount', 'began_at'])
    .where('investment_id', '=', id)
    .orderBy('version')
    .execute()
const sharesOf = (id: string) =>
  house.db
    .selectFrom('earning_share')
    .select(['version', 'seconds_from', 'seconds_to', 'amount', 'transfer_id'])
    .where('investment_id', '=', id)
    .orderBy('version')
    .orderBy('seconds_to')
    .execute()

async function edit(id: string, change: { amount?: number; date?: Date; status?: Status }): Promise<void> {
  const now = await investmentNow(house, id)
  const { amount, date = now.began_at ?? now.created_at, status = now.status } = change
  const as = { amount: amount === undefined ? now.amount : usd(amount), date: date.toISOString(), status }
  await house.write((tx) =>
    updateInvestment(tx, house.administrator, { id, ...as, reason: 'wrong', version: undefined }, SETTINGS),
  )
}

describe('the terms of an investment', () => {
  test('are kept each time that its amount, its date or its state changes', async () => {
    const investor = await anInvestor(house.db)
    const { id, tranx_id } = await save(house, investor, { amount: usd(500) })
    await house.write((tx) => verifyInvestment(tx, investor, { tranxId: tranx_id }))
    await edit(id, { status: 'approved' })
    const { began_at } = await investmentNow(house, id)
    await house.days(1)
    await edit(id, { amount: 600 })
    const earlier = new Date((began_at?.getTime() ?? 0) - DAY)
    await edit(id, { date: earlier })
    await edit(id, { status: 'declined' })
    await edit(id, { status: 'completed' })
    const of = (version: number, status: Status, amount: number, began: Date | null) => ({
      ...{ version, status, amount: usd(amount), began_at: began },
    })
    expect(await termsOf(id)).toEqual([
      of(0, 'pending', 500, null),
      of(1, 'waiting approval', 500, null),
      of(2, 'approved', 500, began_at),
      of(3, 'approved', 600, began_at),
      of(4, 'approved', 600, earlier),
      of(5, 'declined', 600, null),
      of(6, 'completed', 600, earlier),
    ])
  })

  test('cannot be changed, taken away or written by hand, and an investment does not change without them', async () => {
    const investor = await anInvestor(house.db)
    const { id } = await invest(house, investor)
    const refused = (statement: string, code: string) =>
      expect(owner.query(statement.replaceAll('$1', id))).rejects.toMatchObject({ code })
    const over = await invest(house, investor)
    await house.days(20)
    await completeDue(house.db, JOB)
    await expect(
      house.db.updateTable('investment').set({ completed_at: new Date() }).where('id', '=', over.id).execute(),
    ).rejects.toMatchObject({ code: 'PLB12' })
    await refused(`UPDATE investment_terms SET amount = 1 WHERE investment_id = '$1'`, 'PLB05')
    await refused(`DELETE FROM investment_terms WHERE investment_id = '$1'`, 'PLB05')
    await refused(`UPDATE investment SET amount = amount + 1 WHERE id = '$1'`, 'PLB12')
    await refused(`UPDATE investment SET began_at = began_at - interval '1 day' WHERE id = '$1'`, 'PLB12')
    await refused(`UPDATE investment SET version = version - 1 WHERE id = '$1'`, 'PLB12')
    await refused(`UPDATE investment SET plan_id = plan_id WHERE id = '$1'`, 'PLB12')
    await expect(
      house.db
        .insertInto('investment_terms')
        .values({ investment_id: newId(), plan_id: newId(), version: 0, status: 'pending', amount: usd(1), ...TERMS })
        .execute(),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

const TERMS = { daily_roi: 4000n as never, duration: 14 }

describe('an earning', () => {
  test('names the terms that it was computed from, and has its formula after any edit', async () => {
    const investor = await anInvestor(house.db)
    const { id } = await invest(house, investor, { amount: usd(500), duration: 14 })
    await house.days(1)
    await accrueDue(house.db, JOB)
    await house.clock.move(3600 * SECOND)
    await edit(id, { amount: 600 })
    await house.days(1)
    await accrueDue(house.db, JOB)
    const { began_at } = await investmentNow(house, id)
    await edit(id, { date: new Date((began_at?.getTime() ?? 0) + DAY) })
    await house.days(1)
    await accrueDue(house.db, JOB)
    await edit(id, { status: 'declined' })
    await edit(id, { status: 'approved' })
    await house.days(20)
    await completeDue(house.db, JOB)

    const { lines } = await readTransaction(house.db, (tx) =>
      accountStory(tx, investor, 'earnings', { cursor: undefined, limit: 100 }),
    )
    const earnings = lines.filter(({ kind }) => kind === 'investment earned')
    expect(earnings.length).toBeGreaterThanOrEqual(5)
    expect(earnings.filter((line) => line.yield === null)).toEqual([])
    expect(new Set(earnings.map((line) => line.yield?.principal))).toEqual(new Set(['500.00', '600.00']))
    expect(new Set(earnings.map((line) => line.yield?.began_at)).size).toBe(2)
    const shares = await sharesOf(id)
    expect(shares.map(({ transfer_id }) => String(transfer_id)).toSorted()).toEqual(
      earnings.map((line) => line.id).toSorted(),
    )
    expect(new Set(shares.map(({ version }) => version)).size).toBe(4)
  })

  test('that its terms do not give, or that was credited before, is refused by the database', async () => {
    const investor = await anInvestor(house.db)
    const { id } = await invest(house, investor, { amount: usd(500), duration: 14 })
    await house.days(1)
    await accrueDue(house.db, JOB)
    const [share] = await sharesOf(id)
    if (share === undefined) throw new Error('nothing was credited')
    const { version, seconds_from, seconds_to, amount, transfer_id } = share
    const add = (other: Partial<typeof share>) =>
      house.db
        .insertInto('earning_share')
        .values({ investment_id: id, version, seconds_from, seconds_to, amount, transfer_id, ...other })
        .execute()
    const refused = { code: 'PLB12' }
    await expect(add({ seconds_to: seconds_to + 1n })).rejects.toMatchObject(refused)
    await expect(add({ seconds_from: seconds_to, seconds_to: seconds_to * 2n, amount: usd(3) })).rejects.toMatchObject(
      refused,
    )
    // what the seconds after it come to, but by the same transfer, and by none
    const next = { seconds_from: seconds_to, seconds_to: seconds_to * 2n }
    await expect(add(next)).rejects.toMatchObject(refused)
    await expect(add({ ...next, transfer_id: transfer_id + 1_000_000n })).rejects.toMatchObject(refused)
    await expect(add({ version: version + 1 })).rejects.toMatchObject(refused)
    await expect(owner.query('DELETE FROM earning_share')).rejects.toMatchObject({ code: 'PLB05' })
    await expect(owner.query('UPDATE earning_share SET amount = amount + 1')).rejects.toMatchObject({ code: 'PLB05' })
  })
})
