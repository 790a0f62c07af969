/**
 * Everything that is checked, in one command (`npm test`). All steps run, even after one has failed; the last line says
 * how many passed and failed: the tests one by one, every other step as one. Steps of different lanes run side by side.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { buildWebWhenStale } from '#app/web-build.ts'
import { systemClock } from '#kit/clock.ts'

type Counts = { passed: number; failed: number }
type Outcome = Counts & { name: string; seconds: number }
/** What a step says comes in one piece once it is over, unless it is `loud`: then at once. */
type Step = { name: string; loud?: true; run: (say: (text: string) => void) => Promise<Counts> }
/** Vitest's report: a file each, with the milliseconds at which it began and ended. */
type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; startTime: number; endTime: number }[]
}

const ROOT = join(import.meta.dirname, '..')
/** A step that hangs must not hide what the others found. */
const LONGEST_STEP = 40 * 60_000
const SLOWEST_SHOWN = 10

/** What the tests and the budgets look at. As the app does it: the build of an app that runs from this folder stays whole. */
const FIRST: Step = {
  name: 'web build',
  run: (say) => buildWebWhenStale(systemClock, say).then(() => ({ passed: 1, failed: 0 })),
}
const LANES: Step[][] = [
  [{ name: 'tests', loud: true, run: runTests }],
  [
    command('types', 'tsc', '-b'),
    command('lint', 'oxlint'),
    command('format', 'oxfmt', '--check'),
    command('dead code', 'knip'),
    command('database types', 'node', 'scripts/database-types.ts', '--check'),
    command('web budgets', 'node', 'scripts/budgets.ts'),
  ],
]

/** A step that passes or fails as a whole. */
function command(name: string, program: string, ...args: string[]): Step {
  return {
    name,
    run: async (say) => ((await runs(program, args, say)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  }
}

/** What is quick and what needs a browser in one run, so that no processor waits for the last file of the other. */
async function runTests(say: (text: string) => void): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'plumb-check-'))
  const file = join(folder, 'report.json')
  try {
    const projects = ['--project', 'unit+database', '--project', 'journeys']
    const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const well = await runs('vitest', ['run', ...projects, ...reports])
    if (!existsSync(file)) throw new Error('no test was run')
    const report: Report = JSON.parse(readFileSync(file, 'utf8'))
    const { numPassedTests: passed, numFailedTests: failed } = report
    if (passed + failed === 0) throw new Error('no test was run')
    say(slowestOf(report))
    // A file that cannot be loaded and an error outside of the tests fail the run, and no test.
    return { passed, failed: well ? failed : Math.max(failed, 1) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The longest file decides how long all of it takes, however many processors there are. */
function slowestOf({ testResults }: Report): string {
  const files = testResults.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
  const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN)
  const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${relative(ROOT, name)}`)
  return ['The slowest files:', ...lines].join('\n')
}

/** Whether a program ended well. What it says goes to `say` once it is over, or where there is none straight out. */
function runs(program: string, args: string[], say?: (text: string) => void): Promise<boolean> {
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', say ? 'pipe' : 'inherit', say ? 'pipe' : 'inherit'],
    env: {
      ...process.env,
      PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
      ...(process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }),
    },
    shell: process.platform === 'win32',
    timeout: LONGEST_STEP,
    killSignal: 'SIGKILL',
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => void said.push(part))
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(String(error))
      resolve(false)
    })
    child.on('close', (code, signal) => {
      if (signal !== null) said.push(Buffer.from(`${program} was ended (${signal})`))
      say?.(Buffer.concat(said).toString().trim())
      resolve(code === 0)
    })
  })
}

async function outcomeOf({ name, loud, run }: Step): Promise<Outcome> {
  if (loud) console.log(`\n== ${name}`)
  const said: string[] = []
  const begun = performance.now()
  const counts = await run((text) => void said.push(text)).catch((error: unknown) => {
    said.push(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1 }
  })
  const seconds = (performance.now() - begun) / 1000
  const end = `== ${name}: ${counts.failed === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`
  console.log(['', ...(loud ? [] : [`== ${name}`]), ...said.filter((text) => text !== ''), end].join('\n'))
  return { name, ...counts, seconds }
}

async function outcomesOf(steps: Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const step of steps) outcomes.push(await outcomeOf(step))
  return outcomes
}

const begun = performance.now()
const outcomes = [await outcomeOf(FIRST), ...(await Promise.all(LANES.map(outcomesOf))).flat()]

console.log()
for (const { name, passed, failed, seconds } of outcomes) {
  const columns = [name.padEnd(18), `${passed} passed`.padStart(12), `${failed} failed`.padStart(11)]
  console.log(`${columns.join('')}${`${seconds.toFixed(1)} s`.padStart(10)}`)
}
const total = (key: keyof Counts) => outcomes.reduce((sum, outcome) => sum + outcome[key], 0)
process.exitCode = total('failed') === 0 ? 0 : 1
const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
console.log(`\nin ${minutes} minutes\n\n${total('passed')} passed, ${total('failed')} failed`)
