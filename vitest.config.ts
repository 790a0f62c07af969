import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PATIENCE } from './test/support/patience.ts'

/**
 * What takes longest begins first: begun late it would run alone at the end. `npm test` prints the slowest files. Of the
 * tests without a browser, those that wait a good deal come before the journeys, while types and lint keep the processors
 * busy. Journeys stay together, because a worker that goes from one project to another begins anew. What is not named
 * follows as Vitest has it.
 */
const LONGEST = [
  ...['test/cut-connections', 'test/processes', 'test/bad-input', 'test/floods', 'postgres/embedded-postgres'],
  ...['journeys/screens', 'journeys/desk', 'journeys/investing', 'journeys/moves', 'journeys/signed-out'],
  ...['journeys/users', 'journeys/administrator', 'journeys/offline-screens', 'journeys/offline'],
  'journeys/*',
  ...['test/lost-factor', 'test/identity-check', 'test/races', 'test/second-factors', 'test/access'],
  ...['security/security', 'statements/worth', 'app/look-pages', 'lists/lists', 'statements/statements'],
  ...['test/hostile-administrator', 'users/replace-picture', 'test/renamed-field', 'investments/suspense'],
  ...['identity/sign-in', 'test/app-login', 'test/books-model', 'test/under-way', 'test/diverting', 'market/poll'],
  ...['notifications/push', 'test/standby', 'test/uploads', 'test/behind-a-proxy', 'test/unknown-outcome'],
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) =>
        name.endsWith('*') ? moduleId.includes(`/${name.slice(0, -1)}`) : moduleId.endsWith(`/${name}.test.ts`),
      )
      return found === -1 ? LONGEST.length : found
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

/** What both projects share. No wait is short: whatever passes does not wait. */
const shared = {
  // A worker keeps what it has loaded for its next file: the app is loaded a few times, and not two hundred times.
  isolate: false,
  alias: [{ find: /^\.\/hash-cost\.ts$/, replacement: join(import.meta.dirname, 'test/support/cheap-hash-cost.ts') }],
  testTimeout: 4 * PATIENCE,
  hookTimeout: 4 * PATIENCE,
  expect: { poll: { timeout: PATIENCE } },
}

export default defineConfig({
  test: {
    tags: [
      {
        name: 'thorough',
        description:
          'proves from further away, or once more, what `npm test` has no time for: `npm run test:long -- thorough`',
      },
    ],
    // They wait for a database or a browser now and then: a third has work for two processors, a fourth only makes all slow.
    maxWorkers: 3,
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
          setupFiles: ['test/support/say-what-stood-there.ts'],
          include: ['test/journeys/**/*.test.ts'],
        },
      },
      {
        // Not part of `npm test`: `npm run test:long`.
        test: {
          ...shared,
          name: 'long',
          globalSetup: ['test/support/database.ts', 'test/support/find-browser.ts'],
          setupFiles: ['test/support/say-what-stood-there.ts'],
          include: ['test/long/*.test.ts'],
        },
      },
    ],
  },
})
