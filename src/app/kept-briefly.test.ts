import { expect, test } from 'vitest'
import { keptBriefly } from './kept-briefly.ts'

/** Answers in turn with what the test hands it. */
function readings() {
  const open: { answer(value: string): void; fail(error: Error): void }[] = []
  const read = () =>
    new Promise<string>((resolve, reject) => {
      open.push({ answer: resolve, fail: reject })
    })
  return { open, kept: keptBriefly(read) }
}

test('what is kept briefly is read once for all who ask at a time, and believed after that', async () => {
  const { open, kept } = readings()
  const asked = [kept.ask(), kept.ask()]
  expect([open.length, kept.present()]).toEqual([1, undefined])
  open[0]?.answer('one')
  expect(await Promise.all(asked)).toEqual(['one', 'one'])
  expect(kept.present()).toBe('one')
})

test('what is kept briefly is not believed any more once it is forgotten, nor is what was being read then', async () => {
  const { open, kept } = readings()
  const before = kept.ask()
  kept.forget()
  const after = kept.ask()
  open[1]?.answer('new')
  expect(await after).toBe('new')
  open[0]?.answer('old')
  expect([await before, kept.present()]).toEqual(['old', 'new'])
})

test('what is kept briefly is read again after it could not be read', async () => {
  const { open, kept } = readings()
  const asked = kept.ask()
  open[0]?.fail(new Error('away'))
  await expect(asked).rejects.toThrow('away')
  const again = kept.ask()
  open[1]?.answer('there')
  expect([await again, kept.present()]).toEqual(['there', 'there'])
})
