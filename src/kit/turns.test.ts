import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { eachTakingTurns, takingTurns } from './turns.ts'

test('no more than so many run at a time, in the order in which they came, and all get their turn', async () => {
  const turn = takingTurns(2)
  const begun: number[] = []
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      turn(async () => {
        begun.push(n)
        running += 1
        most = Math.max(most, running)
        await pause(1)
        running -= 1
      }),
    ),
  )
  expect(most).toBe(2)
  expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

test('whoever asks for many keeps nobody waiting who asks for one', async () => {
  const turn = takingTurns(1)
  const done: string[] = []
  const ask = (of: string) =>
    turn(async () => {
      await pause(1)
      done.push(of)
    }, of)
  const many = Array.from({ length: 50 }, () => ask('many'))
  const others = [ask('one'), ask('two'), ask('two')]
  await Promise.all([...many, ...others])
  expect(done.indexOf('one')).toBeLessThan(4)
  expect(done.lastIndexOf('two')).toBeLessThan(6)
  expect(done.filter((of) => of === 'many')).toHaveLength(50)
})

test('a hundred pieces of one person wait, and more are told to come again; others still come in', async () => {
  const turn = takingTurns(2)
  const ends: (() => void)[] = []
  const ask = (of: string) => turn(() => new Promise<string>((resolve) => ends.push(() => resolve(of))), of)
  const many = Array.from({ length: 102 }, () => ask('many'))
  const refused: unknown[] = []
  for (let n = 0; n < 48; n += 1) ask('many').catch((error: unknown) => refused.push(error))
  await new Promise(setImmediate)
  expect(refused).toHaveLength(48)
  for (const error of refused) expect(error).toMatchObject({ code: 'too many', retryAfter: 30 })
  const other = ask('one')
  ends.shift()?.()
  ends.shift()?.()
  await expect.poll(() => ends.length).toBe(2)
  ends.pop()?.()
  ends.pop()?.()
  expect(await other).toBe('one')
  const rest = setInterval(() => ends.splice(0).forEach((end) => end()), 0)
  expect(await Promise.all(many)).toHaveLength(102)
  clearInterval(rest)
})

test('a failure gives the turn on', async () => {
  const turn = takingTurns(1)
  const failed = turn(() => Promise.reject(new Error('no')))
  const next = turn(() => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(await turn(() => Promise.resolve('again'))).toBe('again')
})

test('where each has turns of their own, one who asks for many has so many running, and nobody else waits', async () => {
  const turn = eachTakingTurns(2)
  const ends: (() => void)[] = []
  let running = 0
  const many = Array.from({ length: 20 }, () =>
    turn(() => {
      running += 1
      return new Promise<void>((resolve) => ends.push(resolve))
    }, 'many'),
  )
  expect(running).toBe(2)
  expect(await turn(() => Promise.resolve('done'), 'one')).toBe('done')
  await expect(turn(() => Promise.reject(new Error('no')), 'two')).rejects.toThrow('no')
  const rest = setInterval(() => ends.splice(0).forEach((end) => end()), 0)
  await Promise.all(many)
  clearInterval(rest)
  expect(running).toBe(20)
})

test('what has waited for too long is not done, and its turn goes on at once to who has not', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const turn = takingTurns(1, { longest: 20 })
  const ends = Promise.withResolvers<void>()
  const first = turn(() => ends.promise, 'one')
  const done: string[] = []
  const work = (name: string) => turn(() => Promise.resolve(done.push(name)), 'two')
  const late = [work('late'), work('late, too')].map((one) => one.catch((error: unknown) => error))
  now.mockReturnValue(20)
  const last = work('last')
  now.mockReturnValue(21)
  ends.resolve()
  await Promise.all([first, last])
  now.mockRestore()
  for (const one of late) expect(await one).toMatchObject({ code: 'too many', retryAfter: 30 })
  expect(done).toEqual(['last'])
})
