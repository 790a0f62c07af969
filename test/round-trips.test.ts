import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { HOUR } from '#kit/clock.ts'
import { hashToken } from '#kit/ids.ts'
import { startTestApp } from './support/app.ts'
import { openMoneyCalls } from './support/money-calls.ts'
import { opened } from './support/opened.ts'
import { listenToStatements } from './support/statements.ts'

/** Of one call, counted at the client: the look at the session, BEGIN and COMMIT included. */
const MOST_STATEMENTS = 12
const MOST_ROUND_TRIPS = 6

const statements = listenToStatements()
const house = opened(async () => {
  const app = await startTestApp({ env: { KYC: 'off' } })
  const money = await openMoneyCalls(app, 0)
  // What amy withdraws is posted with what an investment of theirs has earned.
  const prepared = await money.calls.find(({ key }) => key === 'POST /api/save-investment')?.prepare()
  await prepared?.who.must(prepared.path, prepared.body)
  return {
    ...money,
    clock: app.clock,
    async close() {
      await money.close()
      await app.close()
    },
  }
})

test.each([
  'POST /api/withdraw',
  'POST /api/approve-investment/:id',
  'POST /api/save-investment',
  'POST /api/topup-user/:id',
] as const)('%s says what it needs in few statements and few round trips', async (call) => {
  const made = house.calls.find(({ key }) => key === call)
  if (made === undefined) throw new Error(`there is no case for ${call}`)
  let last
  // The first ones find out ids that are kept from then on.
  for (let times = 0; times < 3; times += 1) {
    const { who, path, body } = await made.prepare()
    await house.clock.move(HOUR)
    const key = randomUUID()
    const token = hashToken(who.bearer ?? '')
    last = await statements.during({ token, key }, async () => {
      const { status, body: said } = await who.post(path, body, { 'idempotency-key': key })
      expect([status, said]).toEqual([200, said])
    })
  }
  const { statements: count, roundTrips } = last ?? { statements: 0, roundTrips: [] }
  const said = `${call}: ${count} statements, ${roundTrips.length} round trips\n${roundTrips.map((trip) => `  ${trip.join('\n    ')}`).join('\n')}`
  if (process.env['SHOW']) console.log(said)
  expect(count, said).toBeGreaterThan(5)
  expect(count, said).toBeLessThanOrEqual(MOST_STATEMENTS)
  expect(roundTrips.length, said).toBeLessThanOrEqual(MOST_ROUND_TRIPS)
})
