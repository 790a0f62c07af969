/** @module-tag thorough */
import { describe, expect, test } from 'vitest'
import { tellStory } from './support/books-model/story.ts'

const STEPS = 120

/** The same stories each time, as nothing lands without them. `npm run model` tells longer ones, and new ones. */
describe('a random story of several investors and two administrators', () => {
  for (const seed of [1, 448178712]) {
    test(`goes as the business rules say: seed ${seed}`, async () => {
      const { steps } = await tellStory({ seed, steps: STEPS })
      expect(steps).toBe(STEPS)
    })
  }
})
