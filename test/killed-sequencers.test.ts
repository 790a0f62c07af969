/** @module-tag thorough */
import { expect, test } from 'vitest'
import { killSequencers } from './support/killed-sequencers.ts'

test('two processes that number and sign, killed again and again, leave one log, and a fork of it is found', async () => {
  const { transfers, sizes, wrong, planted } = await killSequencers(6)
  expect(wrong).toEqual([])
  expect(transfers).toBeGreaterThan(50)
  expect(sizes).toBeGreaterThan(5)
  expect(planted).toContainEqual(expect.stringMatching(/^the checkpoint at \d+ does not begin that at \d+$/))
})
