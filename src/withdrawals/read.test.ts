import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { DAY, HOUR } from '#kit/clock.ts'
import type { ListPageQuery } from '#lists/page.ts'
import { newId } from '#kit/ids.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { LARGEST_AMOUNT } from '#money/micro-usd.ts'
import { THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { fillWallet, give } from '../../test/support/money.ts'
import { aWallet, anAdministrator, anInvestor, usd } from '../../test/support/people.ts'
import { askPayout } from '../../test/support/withdrawing.ts'
import { listWithdrawals, withdrawalsOf, withdrawnBetween } from './read.ts'
import { updateWithdrawal } from './update.ts'

const BEGIN = new Date('2026-03-01T12:00:00Z')
const ADDRESSES = ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', THEIR_BITCOIN] as const

let database: TestDatabase
let clock: TestDatabase['clock']
let anna: Investor
let bert: Investor

const list = (asked: Partial<ListPageQuery> = {}) =>
  readTransaction(database.db, (tx) => listWithdrawals(tx, { limit: 100, ...asked }))
const amounts = async (asked: Partial<ListPageQuery>) => (await list(asked)).items.map(({ amount }) => amount)

beforeAll(async () => {
  database = await testDatabase({ start: BEGIN })
  clock = database.clock
  const administrator = await anAdministrator(database.db)
  const walletId = await aWallet(database.db)
  await fillWallet(database.db, walletId, usd(1000))
  anna = await anInvestor(database.db)
  bert = await anInvestor(database.db)
  const ask = (investor: Investor, dollars: number, walletAddress: string = ADDRESSES[0]) =>
    askPayout(database.db, { investor, walletId }, { amount: usd(dollars), walletAddress })
  for (const investor of [anna, bert]) await give(database.db, investor, 'earnings', usd(1000))
  // Three in the same millisecond, so that a page may end between them.
  for (const dollars of [1, 2, 3]) await ask(anna, dollars)
  await clock.move(HOUR)
  await ask(bert, 4, ADDRESSES[1])
  await clock.move(HOUR)
  await ask(anna, 5)
  await ask(bert, 6)
  for (const [investor, amount, status] of [
    [anna, 2, 'approved'],
    [anna, 3, 'declined'],
    [bert, 6, 'completed'],
  ] as const) {
    await transaction(database.db, async (tx) => {
      const own = await withdrawalsOf(tx, investor.userId)
      const { id, created_at: date } = own.find((one) => one.amount === `${amount}.00`) ?? { id: '', created_at: '' }
      const txid = status === 'completed' ? 'f4184fc596403b9d' : undefined
      const edit = { id, amount: usd(amount), date, status, reason: null, txid, version: undefined }
      await updateWithdrawal(tx, administrator, edit)
    })
  }
})
afterAll(() => database.close())

test('an investor sees their own, newest first, and nobody else’s', async () => {
  const own = await readTransaction(database.db, (tx) => withdrawalsOf(tx, anna.userId))
  expect(own.map(({ amount }) => amount)).toEqual(['5.00', '3.00', '2.00', '1.00'])
  expect(new Set(own.map(({ user }) => user.id))).toEqual(new Set([anna.userId]))
})

describe('the list of all', () => {
  test('goes by pages through every record once, newest first, whatever their size', async () => {
    for (const limit of [1, 2, 4, 6, 7]) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof list>> = await list({ limit, cursor })
        expect(page.items.length).toBeLessThanOrEqual(limit)
        seen.push(...page.items.map(({ amount }) => amount))
        cursor = page.next_cursor
      }
      expect(seen).toEqual(['6.00', '5.00', '4.00', '3.00', '2.00', '1.00'])
    }
  })

  test('is narrowed to one state or several', async () => {
    expect(await amounts({ status: 'pending' })).toEqual(['5.00', '4.00', '1.00'])
    expect(await amounts({ status: 'completed,declined' })).toEqual(['6.00', '3.00'])
    expect(await amounts({ status: 'waiting approval' })).toEqual([])
    expect(await amounts({ status: '' })).toHaveLength(6)
    await expect(list({ status: 'lost' })).rejects.toMatchObject({
      code: 'bad input',
      errors: { status: [expect.any(String)] },
    })
  })

  test('is searched by name, e-mail, address and transaction, as it stands', async () => {
    expect(await amounts({ q: bert.name.toUpperCase() })).toEqual(['6.00', '4.00'])
    expect(await amounts({ q: `${anna.name}@` })).toEqual(['5.00', '3.00', '2.00', '1.00'])
    expect(await amounts({ q: ADDRESSES[1] })).toEqual(['4.00'])
    expect(await amounts({ q: 'F4184FC5' })).toEqual(['6.00'])
    expect(await amounts({ q: '4184fc' })).toEqual([])
    expect(await amounts({ q: '%' })).toEqual([])
    expect(await amounts({ q: anna.name, status: 'approved' })).toEqual(['2.00'])
  })

  test('refuses a cursor that it did not give', async () => {
    await expect(list({ cursor: 'page-2' })).rejects.toMatchObject({
      code: 'bad input',
      errors: { cursor: [expect.any(String)] },
    })
  })
})

test('what was withdrawn counts from after a moment up to another, without what was declined', async () => {
  const between = (userId: string | null, from: number, to: number) =>
    readTransaction(database.db, (tx) =>
      withdrawnBetween(tx, userId, new Date(BEGIN.getTime() + from), new Date(BEGIN.getTime() + to)),
    )
  expect(await between(null, -1, 0)).toBe(usd(3))
  expect(await between(null, 0, HOUR)).toBe(usd(4))
  expect(await between(null, 0, 2 * HOUR)).toBe(usd(15))
  expect(await between(anna.userId, -DAY, DAY)).toBe(usd(8))
  expect(await between(bert.userId, -DAY, DAY)).toBe(usd(10))
  expect(await between(null, DAY, 2 * DAY)).toBe(0n)
})

test('what was withdrawn is summed beyond what one amount can be', async () => {
  const [one] = await database.db.selectFrom('withdrawal').selectAll().where('status', '=', 'pending').execute()
  if (one === undefined) throw new Error('there is no withdrawal')
  const created_at = new Date(BEGIN.getTime() + 10 * DAY)
  const rows = Array.from({ length: 10 }, () => ({ ...one, id: newId(), amount: LARGEST_AMOUNT, created_at }))
  await database.db.insertInto('withdrawal').values(rows).execute()
  const total = await readTransaction(database.db, (tx) =>
    withdrawnBetween(tx, null, new Date(BEGIN.getTime() + 9 * DAY), created_at),
  )
  expect(total).toBe(10n * LARGEST_AMOUNT)
})
