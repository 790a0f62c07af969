import { afterEach, expect, test, vi } from 'vitest'
import { SECOND } from './clock.ts'
import { retryUntilDone } from './claim.ts'

afterEach(() => vi.restoreAllMocks())

test('what is tried until it is done says so when it first fails and once a minute, however long a try takes', async () => {
  const gone = Object.assign(new Error('the database is away'), { code: '57P01' })
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const said: number[] = []
  let tries = 0
  // the last one comes through
  const work = async () => {
    tries += 1
    if (tries === 4) return 'done'
    now += 40 * SECOND
    throw gone
  }
  expect(await retryUntilDone(work, () => said.push(now / SECOND))).toBe('done')
  expect(said).toEqual([40, 120])
})

test('what can never be done is thrown at once', async () => {
  const wrong = new Error('wrong')
  await expect(
    retryUntilDone(
      () => Promise.reject(wrong),
      () => expect.unreachable(),
    ),
  ).rejects.toBe(wrong)
})
