import { defineConfig } from 'vitest/config'

/** What both projects share: real databases and browsers on a busy two-core machine take their time. */
const shared = {
  globalSetup: ['test/database.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    // most of the time they wait for a database or a browser
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit+database',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          // A second try where the first fell behind a busy machine; what is wrong is wrong again.
          retry: 1,
        },
      },
    ],
  },
})
