import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { sweep } from './sweep.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** Sweeps ids that stand in no table, failing at some; answers those that were handled. */
async function swept(
  ids: readonly string[],
  failsAt: (place: number) => boolean,
  failure?: Error,
  stopping?: AbortSignal,
): Promise<{ handled: string[]; error: unknown }> {
  const handled: string[] = []
  const find = async (_tx: unknown, after: string, limit: number) => ids.filter((id) => id > after).slice(0, limit)
  const handle = async (_tx: unknown, id: string) => {
    if (failsAt(ids.indexOf(id))) throw failure ?? new Error(`${id} fails`)
    handled.push(id)
  }
  const error: unknown = await sweep(database.db, find, handle, stopping).catch((thrown: unknown) => thrown)
  return { handled, error }
}

describe('a sweep', () => {
  const ids = Array.from({ length: 401 }, newId).toSorted()

  test('handles each record once, batch after batch', async () => {
    expect(await swept(ids, () => false)).toEqual({ handled: ids, error: undefined })
    expect(await swept([], () => true)).toEqual({ handled: [], error: undefined })
  })

  test('is held up by no record that fails, and tells of all that did', async () => {
    const { handled, error } = await swept(ids, (place) => place === 3 || place === 400)
    expect(handled).toEqual(ids.filter((_, place) => place !== 3 && place !== 400))
    expect(error).toMatchObject({ errors: [{ message: `${ids[3]} fails` }, { message: `${ids[400]} fails` }] })
  })

  test('is held up by no number of them, and tells of the first', async () => {
    const { handled, error } = await swept(ids, (place) => place < 400)
    expect(handled).toEqual([ids[400]])
    expect(error).toMatchObject({
      message: '400 records failed; they are tried again next time.',
      errors: { length: 20 },
    })
  })

  test('stops at once where the database is away', async () => {
    const lost = Object.assign(new Error('no connection'), { code: '57P01' })
    const { handled, error } = await swept(ids, (place) => place === 10, lost)
    expect(handled).toEqual(ids.slice(0, 10))
    expect(error).toBe(lost)
  })

  test('stops after the record in hand when it is told to', async () => {
    const stopping = new AbortController()
    const { handled, error } = await swept(
      ids,
      (place) => {
        if (place === 5) stopping.abort()
        return false
      },
      undefined,
      stopping.signal,
    )
    expect([handled, error]).toEqual([ids.slice(0, 6), undefined])
  })
})
