import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { tellStory } from './books-model/story.ts'

const STEPS = 200

/** `npm run model` tells longer ones. */
describe('a random story of several investors and two administrators', () => {
  for (const seed of [1, randomInt(2 ** 31)]) {
    test(`goes as the business rules say: seed ${seed}`, async () => {
      const { steps } = await tellStory({ seed, steps: STEPS })
      expect(steps).toBe(STEPS)
    })
  }
})
