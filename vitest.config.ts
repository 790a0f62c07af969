import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes longest, longest first: `npm test` prints the slowest files. Begun late they would run alone at the end.
 * The others follow as Vitest has them.
 */
const LONGEST = [
  'screens.test.ts',
  'hostile-administrator.test.ts',
  'bad-input.test.ts',
  'floods.test.ts',
  'administrator.test.ts',
  'investing.test.ts',
  'offline.test.ts',
  'desk.test.ts',
  'withdrawing.test.ts',
  'signed-out.test.ts',
  'embedded-postgres.test.ts',
  'frame.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`))
      return found === -1 ? LONGEST.length : found
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

/** What both projects share. No wait is short: a machine with much to do is four times slower, and who passes waits not. */
const shared = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 45_000 } },
}

export default defineConfig({
  test: {
    // Most of the time they wait for a database or a browser: two processors have work for twice as many.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit+database',
          globalSetup: ['test/support/database.ts'],
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'journeys',
          globalSetup: ['test/support/database.ts', 'test/support/find-browser.ts'],
          include: ['test/journeys/**/*.test.ts'],
        },
      },
      {
        // Not part of `npm test`: `npm run test:long`.
        test: {
          ...shared,
          name: 'long',
          globalSetup: ['test/support/database.ts', 'test/support/find-browser.ts'],
          include: ['test/long/*.test.ts'],
        },
      },
    ],
  },
})
