import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { newId } from './ids.ts'
import { type Due, sweep, type SweepWork } from './sweep.ts'

let database: TestDatabase
beforeAll(async () => {
  // nothing comes back that is away here
  database = await testDatabase({ patience: { transaction: 0 } })
})
afterAll(() => database.close())

type Story = Partial<Pick<SweepWork, 'together' | 'sideBySide'>> & { failure?: Error; stopping?: AbortSignal }

/** Sweeps ids that stand in no table, failing where one of some is handled; answers those that were handled. */
async function swept(
  ids: readonly string[],
  failsAt: (place: number) => boolean,
  { failure, stopping, together = 1, sideBySide = 1 }: Story = {},
): Promise<{ handled: string[]; error: unknown; transactions: number }> {
  const handled: string[] = []
  let transactions = 0
  // Due in the opposite order of their ids, two at each time.
  const due = ids.map((id, place): Due => ({ id, at: String(Math.floor(place / 2)).padStart(4, '0') }))
  const find: SweepWork['find'] = async (_tx, after, limit) => {
    const from = after === undefined ? 0 : due.findIndex(({ id, at }) => id === after.id && at === after.at) + 1
    return due.slice(from, from + limit)
  }
  const handle: SweepWork['handle'] = async (_tx, some) => {
    transactions += 1
    const wrong = some.find((id) => failsAt(ids.indexOf(id)))
    if (wrong !== undefined) throw failure ?? new Error(`${wrong} fails`)
    handled.push(...some)
  }
  const error: unknown = await sweep(database.db, { find, handle, together, sideBySide }, stopping).catch(
    (thrown: unknown) => thrown,
  )
  return { handled, error, transactions }
}

describe('a sweep', () => {
  const ids = Array.from({ length: 401 }, newId).toSorted().toReversed()

  test('handles each record once, batch after batch, in the order in which they are due', async () => {
    expect(await swept(ids, () => false)).toEqual({ handled: ids, error: undefined, transactions: 401 })
    expect(await swept([], () => true)).toEqual({ handled: [], error: undefined, transactions: 0 })
  })

  test('is held up by no record that fails, and tells of all that did', async () => {
    const { handled, error } = await swept(ids, (place) => place === 3 || place === 400)
    expect(handled).toEqual(ids.filter((_, place) => place !== 3 && place !== 400))
    expect(error).toMatchObject({
      errors: [{ cause: { message: `${ids[3]} fails` } }, { message: `record ${ids[400]}` }],
    })
  })

  test('is held up by no number of them, and tells of the first', async () => {
    const { handled, error } = await swept(ids, (place) => place < 400)
    expect(handled).toEqual([ids[400]])
    expect(error).toMatchObject({
      message: '400 records failed: tried again next time.',
      errors: { length: 20 },
    })
  })

  test('handles several together, and one by one where one of them fails', async () => {
    const { handled, error, transactions } = await swept(ids, (place) => place === 60, { together: 50 })
    expect(handled.toSorted()).toEqual(ids.filter((_, place) => place !== 60).toSorted())
    expect(error).toMatchObject({ errors: [{ cause: { message: `${ids[60]} fails` } }] })
    // 401 in pages of 200 are nine chunks, one of which is handled again in fifty
    expect(transactions).toBe(9 + 50)
  })

  test('handles as many side by side as it may, and no more', async () => {
    let now = 0
    let most = 0
    const four = Promise.withResolvers<void>()
    const work: SweepWork = {
      find: async (_tx, after) => (after === undefined ? ids.slice(0, 100).map((id) => ({ id, at: '' })) : []),
      async handle() {
        now += 1
        most = Math.max(most, now)
        if (now === 4) four.resolve()
        // Nothing goes on before four are under way.
        await four.promise
        now -= 1
      },
      together: 1,
      sideBySide: 4,
    }
    await sweep(database.db, work)
    expect(most).toBe(4)
  })

  test.each([1, 50])('stops at once where the database is away, with %i together', async (together) => {
    const failure = Object.assign(new Error('no connection'), { code: '57P01' })
    const { handled, error } = await swept(ids, (place) => place === 100, { failure, together })
    expect(handled).toEqual(ids.slice(0, 100))
    expect(error).toBe(failure)
  })

  test('stops after what is in hand when it is told to', async () => {
    const stopping = new AbortController()
    const stopsAt = (place: number) => {
      if (place === 5) stopping.abort()
      return false
    }
    const { handled, error } = await swept(ids, stopsAt, { stopping: stopping.signal })
    expect([handled, error]).toEqual([ids.slice(0, 6), undefined])
  })
})
