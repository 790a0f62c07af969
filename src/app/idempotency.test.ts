import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import pg from 'pg'
import { HOUR } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { START, testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { once, readIdempotencyKey } from './idempotency.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.clock.set(START))

const aPlace = (input: unknown = 'input') => ({ scope: newId(), route: 'POST /api/x', key: 'a key', input })

describe('a key', () => {
  test('has 1 to 255 plain characters, no blanks, as one sent twice would have', () => {
    expect(readIdempotencyKey(undefined)).toBeUndefined()
    for (const key of ['k', '~!', 'k'.repeat(255)]) expect(readIdempotencyKey(key)).toBe(key)
    for (const key of ['', 'one, two', 'k'.repeat(256), 'caf\u00e9', ['a', 'b']]) {
      expect(() => readIdempotencyKey(key)).toThrow(Refusal)
    }
  })

  test('is answered the same for 24 hours, and is a new one after', async () => {
    const place = aPlace()
    let runs = 0
    const ask = () => once(database.db, place, async () => (runs += 1))
    expect([await ask(), await ask()]).toEqual([1, 1])
    await database.clock.move(24 * HOUR - 1)
    expect(await ask()).toBe(1)
    await database.clock.move(1)
    expect([await ask(), await ask()]).toEqual([2, 2])
  })

  test('that was taken and has no answer, because its transaction never began, is a new one', async () => {
    const place = aPlace()
    const { input: _, ...row } = { ...place, fingerprint: 'of another input', created_at: START }
    await database.db.insertInto('idempotency').values(row).execute()
    let runs = 0
    const ask = () => once(database.db, place, async () => (runs += 1))
    expect([await ask(), await ask()]).toEqual([1, 1])
  })

  test('with another input is refused, with another user or call it is another key', async () => {
    const place = aPlace()
    const ask = (changed: Partial<typeof place>) => once(database.db, { ...place, ...changed }, async () => newId())
    const first = await ask({})
    await expect(ask({ input: 'another' })).rejects.toMatchObject({ code: 'bad input' })
    expect(await ask({ route: 'POST /api/y', input: 'another' })).not.toBe(first)
    expect(await ask({ scope: newId(), input: 'another' })).not.toBe(first)
    expect(await ask({})).toBe(first)
  })

  test('remembers a refusal, but neither that it was too often nor a bug', async () => {
    for (const [error, kept] of [
      [new Refusal('wrong state', 'no', { amount: ['no'] }), true],
      [new Refusal('too many', 'later', undefined, 5), false],
      [new Error('a bug'), false],
    ] as const) {
      const place = aPlace()
      const failing = once(database.db, place, () => Promise.reject(error))
      await expect(failing).rejects.toThrow(error.message)
      const again = once(database.db, place, async () => 'done')
      if (kept)
        await expect(again).rejects.toMatchObject({ code: 'wrong state', message: 'no', errors: { amount: ['no'] } })
      else expect(await again).toBe('done')
    }
  })

  test('that is forgotten at the moment when it comes again is a new one', async () => {
    const place = aPlace()
    await once(database.db, place, async () => 'first')
    await database.clock.move(25 * HOUR)
    // Between the insert that finds the key taken and the look at what is kept under it.
    const owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    await owner.query(`CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN DELETE FROM idempotency WHERE created_at < '2026-03-02T12:00:00Z'; RETURN NULL; END $$`)
    await owner.query('CREATE TRIGGER forget AFTER INSERT ON idempotency FOR EACH STATEMENT EXECUTE FUNCTION forget()')
    await owner.end()
    expect(await once(database.db, place, async () => 'second')).toBe('second')
    expect(await once(database.db, place, async () => 'third')).toBe('second')
  })
})
