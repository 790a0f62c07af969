import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes longest, longest first: `npm test` prints the slowest files. Begun late they would run alone at the end. Of
 * the tests without a browser these come before the journeys, since most of them wait while types and lint keep the
 * processors busy; the others follow, as Vitest has them. A worker that goes from one project to another begins anew.
 */
const LONGEST = [
  ...['cut-connections', 'hostile-administrator', 'bad-input', 'embedded-postgres', 'floods', 'processes', 'sweep'],
  ...['replace-picture', 'healthz', 'sign-in'],
]
const LONGEST_JOURNEYS = [
  'screens',
  'administrator',
  'investing',
  'offline',
  'desk',
  'diverting',
  'signed-out',
  'frame',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      const isJourney = project.name === 'journeys'
      const longest = isJourney ? LONGEST_JOURNEYS : LONGEST
      const found = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      const within = found === -1 ? longest.length : found
      if (isJourney) return LONGEST.length + within
      return found === -1 ? LONGEST.length + LONGEST_JOURNEYS.length + 1 : within
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

/** What both projects share. No wait is short: a machine with much to do is four times slower, and who passes waits not. */
const shared = {
  // A worker keeps what it has loaded for its next file: the app is loaded a few times, and not two hundred times.
  isolate: false,
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
