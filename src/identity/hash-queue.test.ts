import { describe, expect, test, vi } from 'vitest'
import { Refusal } from '#kit/refusal.ts'
import { openHashQueue } from './hash-queue.ts'

/** A queue whose work ends when it is told to, one after another, and what it has served in which order. */
function watchedQueue(options: { most?: number; atOnce?: number; standing?: Record<string, number> } = {}) {
  const standing: Record<string, number> = { ...options.standing }
  const queue = openHashQueue({
    atOnce: options.atOnce ?? 1,
    most: options.most ?? 1000,
    standingOf: (network) => standing[network] ?? 1,
  })
  const served: string[] = []
  const refused: { what: string; why: unknown }[] = []
  const running: (() => void)[] = []
  let asked: Promise<unknown>[] = []
  return {
    standing,
    served,
    refused,
    running,
    /** `network`, or `network/which` where that matters. */
    ask(what: string) {
      const work = async () => {
        served.push(what)
        await new Promise<void>((end) => running.push(end))
      }
      asked.push(queue(what.split('/')[0] ?? '', work).catch((why: unknown) => refused.push({ what, why })))
    },
    /** Ends what runs until nothing does. */
    async serveAll() {
      let left = asked.length
      const all = Promise.all(asked).then(() => (left = 0))
      while (left > 0) {
        running.shift()?.()
        await new Promise((resolve) => setImmediate(resolve))
      }
      await all
      asked = []
    },
  }
}
const times = (count: number, what: string) => Array.from({ length: count }, () => what)

describe('the queue of hashes', () => {
  test('takes a breath between two turns, and none after one for which nobody waits', async () => {
    vi.useFakeTimers()
    try {
      const queue = openHashQueue({ atOnce: 1, most: 10, standingOf: () => 1, breath: 6 })
      const served: string[] = []
      const both = Promise.all(['first', 'second'].map((what) => queue('one', async () => void served.push(what))))
      await vi.advanceTimersByTimeAsync(5)
      expect(served).toEqual(['first'])
      await vi.advanceTimersByTimeAsync(1)
      expect(served).toEqual(['first', 'second'])
      await both
      await queue('one', async () => void served.push('third'))
      expect(served).toEqual(['first', 'second', 'third'])
    } finally {
      vi.useRealTimers()
    }
  })

  test('runs no more than so many at a time', async () => {
    const queue = watchedQueue({ atOnce: 2 })
    for (const what of times(5, 'one')) queue.ask(what)
    await new Promise((resolve) => setImmediate(resolve))
    expect(queue.running).toHaveLength(2)
    await queue.serveAll()
    expect(queue.served).toHaveLength(5)
  })

  test('lets networks take turns: five hundred of one keep nobody else waiting', async () => {
    const queue = watchedQueue()
    for (const what of times(500, 'many')) queue.ask(what)
    for (const what of ['one', 'two', 'two']) queue.ask(what)
    await queue.serveAll()
    // the very first one was running before anybody else came
    expect(queue.served.slice(0, 6)).toEqual(['many', 'two', 'one', 'many', 'two', 'many'])
    expect(queue.served).toHaveLength(503)
  })

  test('serves what one network asks for in the order in which it came', async () => {
    const queue = watchedQueue()
    for (let n = 0; n < 5; n += 1) queue.ask(`one/${n}`)
    await queue.serveAll()
    expect(queue.served).toEqual(['one/0', 'one/1', 'one/2', 'one/3', 'one/4'])
  })

  test('serves who comes last first, of many networks that wait for their first turn', async () => {
    const queue = watchedQueue()
    for (let n = 0; n < 500; n += 1) queue.ask(`network-${n % 250}`)
    queue.ask('somebody')
    await queue.serveAll()
    expect(queue.served.indexOf('somebody')).toBe(1)
  })

  test('serves a network of good standing before all others, and one that failed often after them', async () => {
    const queue = watchedQueue({ standing: { home: 0, guesser: 9 } })
    queue.ask('running')
    queue.ask('guesser')
    queue.ask('home')
    for (let n = 0; n < 250; n += 1) queue.ask(`network-${n}`)
    await queue.serveAll()
    expect(queue.served[1]).toBe('home')
    expect(queue.served.at(-1)).toBe('guesser')
  })

  test('goes by the standing at the moment of a turn', async () => {
    const queue = watchedQueue()
    for (const what of ['running', 'one', 'two']) queue.ask(what)
    queue.standing['one'] = 0
    await queue.serveAll()
    expect(queue.served).toEqual(['running', 'one', 'two'])
  })

  test('refuses what is beyond its bound with the time to come again, at the network that has the most waiting', async () => {
    const queue = watchedQueue({ most: 10 })
    for (let n = 0; n < 12; n += 1) queue.ask(`many/${n}`)
    queue.ask('somebody')
    await queue.serveAll()
    expect(queue.refused.map(({ what }) => what)).toEqual(['many/11', 'many/10'])
    const [{ why } = { why: undefined }] = queue.refused
    expect(why).toBeInstanceOf(Refusal)
    expect([(why as Refusal).code, (why as Refusal).retryAfter]).toEqual(['too many', 10])
    expect((why as Refusal).message).toBe('We are very busy at the moment. Try again in 10 seconds.')
    expect(queue.served).toContain('somebody')
  })

  test('refuses strangers before a network of good standing, and the one that waits longest first', async () => {
    const queue = watchedQueue({ most: 10, standing: { office: 0 } })
    queue.ask('running')
    for (const what of times(8, 'office')) queue.ask(what)
    for (let n = 0; n < 5; n += 1) queue.ask(`network-${n}`)
    await queue.serveAll()
    expect(queue.refused.map(({ what }) => what)).toEqual(['network-0', 'network-1', 'network-2'])
    expect(queue.served.filter((what) => what === 'office')).toHaveLength(8)
  })

  test('gives the turn on where work fails', async () => {
    const queue = openHashQueue({ atOnce: 1, most: 10, standingOf: () => 1 })
    const failed = queue('one', () => Promise.reject(new Error('no')))
    const next = queue('two', () => Promise.resolve('done'))
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('done')
    expect(await queue('one', () => Promise.resolve('again'))).toBe('again')
  })
})
