/**
 * Everything that is checked, in one command (`npm test`). All steps run, even after one has failed; the last line says
 * how many passed and failed: the tests one by one, every other step as one. Steps of different lanes run side by side.
 */
import { join } from 'node:path'
import { buildWebWhenStale } from '#app/web-build.ts'
import { systemClock } from '#kit/clock.ts'
import { type Outcome, outcomeOf, ROOT, runs, runVitestTwice, type Step, summarise } from './check-steps.ts'

/** A step that hangs must not hide what the others found. */
const LONGEST_STEP = 75 * 60_000

// What one program has compiled the next takes as it is: tests start the app and its parts many times.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, '.cache/compiled')

/** What the tests and the budgets look at. As the app does it: the build of an app that runs from this folder stays whole. */
const FIRST: Step = {
  name: 'web build',
  run: (say) => buildWebWhenStale(systemClock, say).then(() => ({ passed: 1, failed: 0 })),
}
/**
 * What is quick and what needs a browser in one run, so that no processor waits for the last file of the other; without
 * what is `thorough`, a part of `npm run test:long`.
 */
const TESTS: Step = {
  name: 'tests',
  loud: true,
  run: (say) =>
    runVitestTwice(
      {
        words: ['--project', 'unit+database', '--project', 'journeys', '--tags-filter', '!thorough'],
        limit: LONGEST_STEP,
      },
      say,
    ),
}
const LANES: Step[][] = [
  [TESTS],
  [
    // With several threads each checks for itself what they share, and costs the tests more than it saves here.
    command('types', 'tsc', '-b', '--singleThreaded'),
    command('lint', 'oxlint'),
    command('format', 'oxfmt', '--check'),
    command('dead code', 'knip'),
    command('database types', 'node', 'scripts/database-types.ts', '--check'),
    command('web budgets', 'node', 'scripts/budgets.ts'),
  ],
]

/** Programs in Go (the compiler, the linter's types) tidy up at four times the size, and not at each doubling. */
const SELDOM_TIDY = { GOGC: '400' }

/** A step that passes or fails as a whole. */
function command(name: string, ...words: string[]): Step {
  return {
    name,
    run: async (say) =>
      (await runs({ words, env: SELDOM_TIDY, limit: LONGEST_STEP }, say))
        ? { passed: 1, failed: 0 }
        : { passed: 0, failed: 1 },
  }
}

async function outcomesOf(steps: Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const step of steps) outcomes.push(await outcomeOf(step))
  return outcomes
}

const begun = performance.now()
const outcomes = [await outcomeOf(FIRST), ...(await Promise.all(LANES.map(outcomesOf))).flat()]
console.log(`\nin ${((performance.now() - begun) / 60_000).toFixed(1)} minutes`)
summarise(outcomes)
