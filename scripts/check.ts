/**
 * Everything that is checked, in one command (`npm test`). All steps run, even after one has failed; the last line says
 * how many passed and failed: the tests one by one, every other step as one.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { buildWebWhenStale } from '#app/web-build.ts'
import { systemClock } from '#kit/clock.ts'
import { findChromium } from './find-chromium.ts'

type Outcome = { name: string; passed: number; failed: number; seconds: number }
type Step = { name: string; run: () => Promise<{ passed: number; failed: number }> }

const ROOT = join(import.meta.dirname, '..')
/** A step that hangs must not hide what the others found. */
const LONGEST_STEP = 40 * 60_000
const reports = mkdtempSync(join(tmpdir(), 'plumb-check-'))

const STEPS: Step[] = [
  command('types', 'tsc', '-b'),
  command('lint', 'oxlint'),
  command('format', 'oxfmt', '--check'),
  command('dead code', 'knip'),
  command('database types', 'node', 'scripts/database-types.ts', '--check'),
  // As the app does it: the build of an app that runs from this folder stays whole.
  { name: 'web build', run: () => buildWebWhenStale(systemClock, console.log).then(() => ({ passed: 1, failed: 0 })) },
  command('web budgets', 'node', 'scripts/budgets.ts'),
  tests('unit and database tests', 'unit+database'),
  tests('journeys', 'journeys', async () => console.log(`Browser: ${(await findChromium()).source}`)),
]

/** A step that passes or fails as a whole. */
function command(name: string, program: string, ...args: string[]): Step {
  return { name, run: async () => ((await runs(program, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }) }
}

/** One project of vitest.config.ts, test by test. */
function tests(name: string, project: string, before = async () => {}): Step {
  const file = join(reports, `${project}.json`)
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return {
    name,
    async run() {
      await before()
      const well = await runs('vitest', args)
      if (!existsSync(file)) throw new Error(`no test was run in ${project}`)
      const report: { numPassedTests: number; numFailedTests: number } = JSON.parse(readFileSync(file, 'utf8'))
      const { numPassedTests: passed, numFailedTests: failed } = report
      if (passed + failed === 0) throw new Error(`no test was run in ${project}`)
      // A file that cannot be loaded and an error outside of the tests fail the run, and no test.
      return { passed, failed: well ? failed : Math.max(failed, 1) }
    },
  }
}

function runs(program: string, args: string[]): Promise<boolean> {
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
      ...(process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }),
    },
    shell: process.platform === 'win32',
    timeout: LONGEST_STEP,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(String(error))
      resolve(false)
    })
    child.on('close', (code, signal) => {
      if (signal !== null) console.error(`${program} was ended (${signal})`)
      resolve(code === 0)
    })
  })
}

async function outcomeOf({ name, run }: Step): Promise<Outcome> {
  console.log(`\n== ${name}`)
  const begun = performance.now()
  const counts = await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  })
  const seconds = (performance.now() - begun) / 1000
  console.log(`== ${name}: ${counts.failed === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`)
  return { name, ...counts, seconds }
}

const outcomes: Outcome[] = []
for (const step of STEPS) outcomes.push(await outcomeOf(step))
rmSync(reports, { recursive: true, force: true })

console.log()
for (const { name, passed, failed, seconds } of outcomes) {
  const columns = [name.padEnd(26), `${passed} passed`.padStart(12), `${failed} failed`.padStart(11)]
  console.log(`${columns.join('')}${`${seconds.toFixed(1)} s`.padStart(10)}`)
}
const total = (key: 'passed' | 'failed') => outcomes.reduce((sum, outcome) => sum + outcome[key], 0)
process.exitCode = total('failed') === 0 ? 0 : 1
console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
