import { beforeEach, expect, test } from 'vitest'
import type { Investor } from '#kit/actor.ts'
import { readTransaction } from '#kit/transaction.ts'
import { openInvestingHouse, problems, SETTINGS } from '../../test/support/investing-house.ts'
import { investmentNow, save } from '../../test/support/investing.ts'
import { opened } from '../../test/support/opened.ts'
import { anInvestor } from '../../test/support/people.ts'
import { approveInvestment } from './approve.ts'
import { findInvestment, investmentsOf, paymentOf } from './read.ts'
import type { InvestmentRecord } from './store.ts'
import { verifyInvestment } from './verify.ts'

const ONE = 'a'.repeat(64)
const OTHER = 'b'.repeat(64)

const house = opened(openInvestingHouse)
let investor: Investor
let investment: InvestmentRecord

beforeEach(async () => {
  investor = await anInvestor(house.db)
  investment = await save(house, investor)
  return async () => expect(await problems(house)).toEqual([])
})

const verify = (txid?: string, who = investor) =>
  house.write((tx) => verifyInvestment(tx, who, { tranxId: investment.tranx_id, txid }))
const now = () => investmentNow(house, investment.id)
const approve = (version?: number) =>
  house.write((tx) => approveInvestment(tx, house.administrator, { id: investment.id, version }, SETTINGS))

test('a payment is marked as paid with the id of its transaction, or without', async () => {
  expect(await verify(` 0x${ONE.toUpperCase()} `)).toBe('marked')
  expect(await now()).toMatchObject({ status: 'waiting approval', txid: ONE })
  const seen = await readTransaction(house.db, (tx) => findInvestment(tx, investment.id))
  expect(seen).toMatchObject({ txid: ONE })
  expect(seen.history.at(-1)).toMatchObject({ by: 'investor', after: { status: 'waiting approval', txid: ONE } })

  investment = await save(house, investor)
  await verify('')
  expect(await now()).toMatchObject({ status: 'waiting approval', txid: null })
  const [mine] = await readTransaction(house.db, (tx) => investmentsOf(tx, investor.userId))
  expect(mine).toMatchObject({ txid: null })
  expect(mine).not.toHaveProperty('txid_shared')
})

test('the page says since when it is being checked, whatever has been changed since', async () => {
  const at = house.clock.now()
  await verify()
  await house.clock.move(3_600_000)
  await verify(ONE)
  const payment = await readTransaction(house.db, (tx) => paymentOf(tx, investor, investment.tranx_id, SETTINGS))
  expect(payment).toMatchObject({ txid: ONE, marked_at: at.toISOString() })
  await approve()
  const approved = await readTransaction(house.db, (tx) => paymentOf(tx, investor, investment.tranx_id, SETTINGS))
  expect(approved).toMatchObject({ txid: ONE, marked_at: null })
})

test('while it is being checked its owner names another transaction, or none; who looked before is told', async () => {
  await verify(ONE)
  const { version } = await now()
  expect(await verify(ONE)).toBe('marked')
  expect(await verify()).toBe('marked')
  expect((await now()).version).toBe(version)
  expect(await verify(OTHER)).toBe('txid changed')
  expect(await now()).toMatchObject({ status: 'waiting approval', txid: OTHER, version: version + 1 })
  await expect(approve(version)).rejects.toMatchObject({ code: 'wrong state' })
  expect(await verify('')).toBe('txid changed')
  expect((await now()).txid).toBeNull()
  const lines = await house.db
    .selectFrom('audit_entry')
    .select(['action', 'actor_id', 'after'])
    .where('subject_id', '=', investment.id)
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(lines).toMatchObject([
    { action: 'name transaction', actor_id: investor.userId },
    { action: 'name transaction', actor_id: investor.userId, after: { txid: OTHER } },
  ])
})

test('once it is checked the id stays: the same again is harmless, another is refused', async () => {
  await verify(ONE)
  await approve()
  expect(await verify(ONE)).toBe('marked')
  expect(await verify()).toBe('marked')
  for (const txid of [OTHER, '']) await expect(verify(txid)).rejects.toMatchObject({ code: 'wrong state' })
  expect((await now()).txid).toBe(ONE)
})

test('what is no id of its network, and somebody else’s payment, change nothing', async () => {
  const wrong = { code: 'bad input', errors: { txid: [expect.stringContaining('64 digits and letters')] } }
  await expect(verify('paid')).rejects.toMatchObject(wrong)
  await expect(verify(ONE, await anInvestor(house.db))).rejects.toMatchObject({ code: 'not found' })
  expect(await now()).toMatchObject({ status: 'pending', txid: null })
})

test('names another transaction five times a day at most, so that nobody keeps it from being decided', async () => {
  await verify(ONE)
  const other = (nth: number) => nth.toString(16).padStart(64, '0')
  for (let nth = 1; nth <= 5; nth += 1) await verify(other(nth))
  const before = await now()
  await expect(verify(other(6))).rejects.toMatchObject({
    code: 'too many',
    message: expect.stringContaining('5 times'),
  })
  expect(await now()).toEqual(before)
  // the same one again changes nothing, and is no attempt
  await verify(other(5))
  await house.clock.move(86_400_000)
  await verify(other(6))
})
