import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECOND } from '#kit/clock.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from '../../test/support/addresses.ts'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import type { Visitor } from '../../test/support/visitor.ts'

/** Movements that are under way while a day ends. Each begins ten seconds before midnight. */
const DAYS = ['2026-03-01', '2026-03-02']
const justBefore = (day: string) => new Date(`${day}T23:59:50Z`)

let house: TestApp
let owner: Visitor
let investor: Visitor
/** Another connection, which holds what a movement needs. */
let holder: pg.Client

beforeAll(async () => {
  house = await startTestApp({ start: justBefore(DAYS[0] ?? ''), env: { KYC: 'off' } })
  owner = await house.owner()
  await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  const plan = { name: 'Steady', description: '', min_amount: '100', max_amount: '5000', durations_copy: '14' }
  await owner.must('/api/create-plan', { ...plan, ref_bonus: '5', daily_roi: '0.4' })
  investor = house.visitor()
  await investor.join('investor')
  await owner.must(`/api/topup-user/${investor.id}`, { amount: '100' })
  holder = new pg.Client({ connectionString: house.databaseUrl })
  await holder.connect()
})
afterAll(async () => {
  await holder.end()
  expect(await house.problems()).toEqual([])
  await house.close()
})

const withdraw = () =>
  investor.must('/api/withdraw', {
    ...{ amount: '10', source: 'investment', wallet_name: 'Bitcoin' },
    wallet_address: THEIR_BITCOIN,
  })
const statementOf = (day: string) => investor.get(`/api/statement?from=${day}&to=${day}&account=withdrawing`)
/** How many in this database wait for a lock. */
async function waiting(): Promise<number> {
  // within a transaction PostgreSQL goes on listing the connections that there were at first
  await holder.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await holder.query<{ count: string }>(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return Number(rows[0]?.count)
}
async function until(so: () => Promise<boolean>): Promise<void> {
  await expect.poll(so).toBe(true)
}

/**
 * Begins a withdrawal before midnight while `held` is locked, lets midnight pass, asks for the statement of the day that
 * is over, and lets go. Answers that statement and the one that is read when all is done.
 */
async function acrossMidnight(day: string, held: string) {
  await house.clock.move(justBefore(day).getTime() - house.clock.now().getTime())
  await holder.query('BEGIN')
  await holder.query(held)
  const movement = withdraw()
  await until(async () => (await waiting()) >= 1)
  await house.clock.move(11 * SECOND)
  let answered = false
  const first = statementOf(day).finally(() => (answered = true))
  // the jobs of the new day may wait for the same
  await until(async () => answered || (await waiting()) >= 2)
  await holder.query('COMMIT')
  await movement
  const { status, body } = await first
  // a machine with much to do may let it wait for longer than it does: then it has said nothing of the day
  const told = status === 409 ? await statementOf(day) : { body }
  return { first: told.body, second: (await statementOf(day)).body }
}

test('a day that is over stays as it was read, though a movement waited for an account across midnight', async () => {
  const [day = ''] = DAYS
  const held = `SELECT FROM account WHERE name = 'investor/${investor.id}/withdrawing' FOR UPDATE`
  const { first, second } = await acrossMidnight(day, held)
  expect(first).toEqual(second)
  // It took its time before midnight, under the investor's lock: it is a line of the day that was ending.
  expect(second).toMatchObject({ count: 1, closing: '10.00' })
})

test('a movement that waited for its investor across midnight counts from the new day', async () => {
  const [, day = ''] = DAYS
  const { first, second } = await acrossMidnight(
    day,
    `SELECT FROM app_user WHERE id = '${investor.id}' FOR NO KEY UPDATE`,
  )
  expect(first).toEqual(second)
  expect(second).toMatchObject({ count: 0, closing: '10.00' })
})
