import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { HOUR, MINUTE, movableClock } from './clock.ts'
import { hashToken } from './ids.ts'
import {
  countAttempt,
  forgetAttempts,
  forgetAttemptsBefore,
  isWithin,
  type Limit,
  refuseBeyond,
  uncountAttempt,
} from './limit.ts'
import { transaction } from './transaction.ts'

describe('a limit', () => {
  let house: TestDatabase
  const clock = movableClock(new Date('2026-03-01T12:00:00Z'))
  beforeAll(async () => {
    house = await testDatabase()
  })
  afterAll(() => house.close())

  const limit = (key: string, most = 3): Limit => ({ key, most, milliseconds: MINUTE })
  const within = (of: Limit) => transaction(house.db, (tx) => isWithin(tx, clock, of))
  const count = (...of: Limit[]) => transaction(house.db, (tx) => countAttempt(tx, clock, of, 'Too many.'))
  const uncount = (of: Limit) => transaction(house.db, (tx) => uncountAttempt(tx, clock, [of]))

  test('lets so many through of a hundred that come together', async () => {
    const passed = await Promise.all(Array.from({ length: 100 }, () => within(limit('together', 7))))
    expect(passed.filter(Boolean)).toHaveLength(7)
  })

  test('says how long to wait, and opens again when its window closes', async () => {
    for (let n = 0; n < 3; n += 1) await count(limit('window'))
    clock.move(20_500)
    await expect(count(limit('window'))).rejects.toMatchObject({
      code: 'too many',
      retryAfter: 40,
      message: 'Too many. Try again in 40 seconds.',
    })
    clock.move(39_500)
    await count(limit('window'))
  })

  test('has words of its own where it is given some, and refuses beforehand without counting', async () => {
    const of = { ...limit('words', 1), words: 'Look into your mailbox.', milliseconds: 3 * HOUR }
    const refuse = () => transaction(house.db, (tx) => refuseBeyond(tx, clock, [of], 'Too many.'))
    await refuse()
    await refuse()
    await count(of)
    const words = { code: 'too many', message: 'Look into your mailbox. Try again in 3 hours.', retryAfter: 10_800 }
    await expect(refuse()).rejects.toMatchObject(words)
    await expect(count(of)).rejects.toMatchObject(words)
    await transaction(house.db, (tx) => forgetAttempts(tx, of))
  })

  test('gives back what turned out to be none, exactly once each', async () => {
    const of = limit('given back')
    for (let n = 0; n < 3; n += 1) await count(of)
    expect(await within(of)).toBe(false)
    await uncount(of)
    expect([await within(of), await within(of)]).toEqual([true, false])
  })

  test('counts nowhere what another limit refused', async () => {
    const [wide, narrow] = [limit('wide', 3), limit('narrow', 1)]
    await count(wide, narrow)
    for (let n = 0; n < 5; n += 1) await expect(count(wide, narrow)).rejects.toMatchObject({ code: 'too many' })
    expect([await within(wide), await within(wide), await within(wide)]).toEqual([true, true, false])
  })

  test('is kept under a name from which nobody can tell what it counts', async () => {
    const key = 'sign-in/192.0.2.77'
    await count(limit(key))
    const kept = await house.db.selectFrom('rate_limit').select('key').execute()
    for (const row of kept) expect(row.key).toMatch(/^[0-9a-f]{64}$/)
    expect(kept.map((row) => row.key)).not.toContain(hashToken(key))
  })

  test('is forgotten when asked to be, and when it is long over', async () => {
    const of = limit('forgotten', 1)
    await count(of)
    await transaction(house.db, (tx) => forgetAttempts(tx, of))
    await count(of)
    await transaction(house.db, (tx) => forgetAttemptsBefore(tx, new Date(clock.now().getTime() + 2 * MINUTE)))
    expect(await house.db.selectFrom('rate_limit').selectAll().execute()).toEqual([])
  })
})
