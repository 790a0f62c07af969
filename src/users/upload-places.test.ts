import { expect, test } from 'vitest'
import { openUploadPlaces } from './upload-places.ts'

test('twenty pictures are taken in at a time, four of one person, and a place is free again whatever came of it', async () => {
  const place = openUploadPlaces()
  const ends: (() => void)[] = []
  const under = (userId: string) =>
    place(userId, () => new Promise<string>((resolve) => ends.push(() => resolve('drawn')))).catch(
      (error: unknown) => error,
    )
  const refused = (why: string) => ({ code: 'too many', retryAfter: 5, message: expect.stringContaining(why) })

  const own = Array.from({ length: 4 }, () => under('amy'))
  expect(await under('amy')).toMatchObject(refused('Your last pictures'))
  const others = Array.from({ length: 16 }, (_, n) => under(`user-${n}`))
  expect(await under('bob')).toMatchObject(refused('Too many pictures'))
  expect(ends).toHaveLength(20)

  ends.shift()?.()
  expect(await own[0]).toBe('drawn')
  const failing = place('amy', () => Promise.reject(new Error('no picture')))
  await expect(failing).rejects.toThrow('no picture')
  const last = under('amy')
  for (const end of ends) end()
  expect(await Promise.all([...own, ...others, last])).toEqual(Array.from({ length: 21 }, () => 'drawn'))
})
