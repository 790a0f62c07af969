import { expect, test } from 'vitest'
import { openUploadPlaces } from './upload-places.ts'

test('twenty pictures are taken in at a time, four of one person and eight from one network, and a place is free again whatever came of it', async () => {
  const place = openUploadPlaces()
  const ends: (() => void)[] = []
  const under = (userId: string, address: string) =>
    place({ userId, address }, () => new Promise<string>((resolve) => ends.push(() => resolve('drawn')))).catch(
      (error: unknown) => error,
    )
  const refused = (why: string) => ({ code: 'too many', retryAfter: 5, message: expect.stringContaining(why) })

  const own = Array.from({ length: 4 }, () => under('amy', '2001:db8:1:2::1'))
  expect(await under('amy', '192.0.2.1')).toMatchObject(refused('Your last pictures'))
  const near = Array.from({ length: 4 }, (_, n) => under(`near-${n}`, `2001:db8:1:${n}::9`))
  expect(await under('ben', '2001:db8:1:2::2')).toMatchObject(refused('from your network'))
  const others = Array.from({ length: 12 }, (_, n) => under(`user-${n}`, `192.0.2.${n + 1}`))
  expect(await under('bob', '192.0.2.99')).toMatchObject(refused('Too many pictures are being uploaded at the moment'))
  expect(ends).toHaveLength(20)

  ends.shift()?.()
  expect(await own[0]).toBe('drawn')
  const failing = place({ userId: 'amy', address: '2001:db8:1:2::1' }, () => Promise.reject(new Error('no picture')))
  await expect(failing).rejects.toThrow('no picture')
  const last = under('amy', '2001:db8:1:2::1')
  for (const end of ends) end()
  expect(await Promise.all([...own, ...near, ...others, last])).toEqual(Array.from({ length: 21 }, () => 'drawn'))
})
