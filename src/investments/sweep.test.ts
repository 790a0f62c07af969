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
): Promise<{ handled: string[]; error: unknown }> {
  const handled: string[] = []
  const find = async (_tx: unknown, after: string, limit: number) => ids.filter((id) => id > after).slice(0, limit)
  const handle = async (_tx: unknown, id: string) => {
    if (failsAt(ids.indexOf(id))) throw new Error(`${id} fails`)
    handled.push(id)
  }
  const error: unknown = await sweep(database.db, find, handle).catch((thrown: unknown) => thrown)
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

  test('stops where everything fails', async () => {
    const { handled, error } = await swept(ids, (place) => place > 9)
    expect(handled).toEqual(ids.slice(0, 10))
    expect(error).toMatchObject({ errors: { length: 20 } })
  })
})
