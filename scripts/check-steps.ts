/** Steps of a check: programs and runs of Vitest, what they say, and how many of them passed. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'

export type Counts = { passed: number; failed: number }
export type Outcome = Counts & { name: string; seconds: number }
/** What a step says comes in one piece once it is over, unless it is `loud`: then at once. */
export type Step = { name: string; loud?: true; run: (say: (text: string) => void) => Promise<Counts> }
type Program = { words: string[]; env?: Record<string, string>; limit: number }
/** Vitest's report: a file each, with the milliseconds at which it began and ended. */
type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: FileReport[]
}
type FileReport = {
  name: string
  /** `failed` also where it could not be loaded or prepared */
  status: string
  startTime: number
  endTime: number
  assertionResults: { fullName: string; status: string }[]
}

export const ROOT = join(import.meta.dirname, '..')
const SLOWEST_SHOWN = 10
const JOURNEYS = join('test', 'journeys')
/** So many files of journeys get a second go: where more fail, there is a reason. */
const SECOND_GOES = 3

/** Whether a program ended well, in at most `limit` milliseconds. It speaks for itself, or to `say` once it is over. */
export function runs({ words, env, limit }: Program, say?: (text: string) => void): Promise<boolean> {
  const [program = '', ...rest] = words
  const child = spawn(program, rest, {
    cwd: ROOT,
    stdio: ['ignore', say ? 'pipe' : 'inherit', say ? 'pipe' : 'inherit'],
    env: {
      ...process.env,
      ...env,
      PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
      ...(process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }),
    },
    shell: process.platform === 'win32',
    timeout: limit,
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

/** Runs tests and counts them one by one; says which files took longest. Throws where no test was run. */
export async function runVitest(program: Program, say: (text: string) => void): Promise<Counts> {
  const run = await reportOf(program)
  say(slowestOf(run.report))
  return countsOf(run)
}

/**
 * As `runVitest`, with a second go for journeys: where nothing failed but a few files of them, these are run once more, by
 * themselves. A browser that shares its processor loses a click now and then; what is broken fails again. Says by name
 * what has passed at its second go alone.
 */
export async function runVitestTwice(program: Program, say: (text: string) => void): Promise<Counts> {
  const first = await reportOf(program)
  say(slowestOf(first.report))
  const counts = countsOf(first)
  const failed = first.outside === 0 ? filesForSecondGo(first.report.testResults) : []
  if (failed.length === 0) return counts
  const again = failed.map(({ name }) => relative(ROOT, name))
  const second = await reportOf({ ...program, words: [...program.words, ...again] })
  const countsAgain = countsOf(second)
  if (countsAgain.failed > 0) return counts
  const names = failed.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'failed')
  say(['Passed at their second go alone:', ...again, ...names.map(({ fullName }) => `  ${fullName}`)].join('\n'))
  const passedBefore = first.report.numPassedTests - failed.reduce((sum, file) => sum + passedIn(file), 0)
  return { passed: passedBefore + countsAgain.passed, failed: 0 }
}

/** The files that have failed, where they are few and journeys all of them; else none. */
export function filesForSecondGo<File extends Pick<FileReport, 'name' | 'status'>>(files: readonly File[]): File[] {
  const failed = files.filter(({ status }) => status === 'failed')
  const journeys = failed.every(({ name }) => relative(ROOT, name).startsWith(JOURNEYS))
  return journeys && failed.length <= SECOND_GOES ? failed : []
}

const passedIn = ({ assertionResults }: FileReport) =>
  assertionResults.filter(({ status }) => status === 'passed').length

/** A file that cannot be loaded and an error outside of the tests fail the run, and no test. */
function countsOf({ report, well }: { report: Report; well: boolean }): Counts {
  const { numPassedTests: passed, numFailedTests: failed } = report
  return { passed, failed: well ? failed : Math.max(failed, 1) }
}

/** Runs tests in silence up to the first that fails, and answers the names of those that have. Throws as `runVitest`. */
export async function failuresOf({ words, ...program }: Program): Promise<string[]> {
  const { report, well } = await reportOf({ ...program, words: [...words, '--bail=1'] }, () => {})
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
  return well || failed.length > 0 ? failed : ['what stands around the tests']
}

async function reportOf({ words, env, limit }: Program, say?: (text: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'plumb-check-'))
  const file = join(folder, 'report.json')
  try {
    const outside = join(folder, 'errors-outside')
    const reporters = ['default', 'json', join(ROOT, 'scripts/errors-outside.ts')].map((name) => `--reporter=${name}`)
    const asked = ['vitest', 'run', ...words, ...reporters, `--outputFile.json=${file}`]
    const well = await runs({ words: asked, env: { ...env, ERRORS_OUTSIDE: outside }, limit }, say)
    if (!existsSync(file)) throw new Error('no test was run')
    const report: Report = JSON.parse(readFileSync(file, 'utf8'))
    if (report.numPassedTests + report.numFailedTests === 0) throw new Error('no test was run')
    return { report, well, outside: Number(readFileSync(outside, 'utf8')) }
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

export async function outcomeOf({ name, loud, run }: Step): Promise<Outcome> {
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

/** A line for each outcome and one for all of them; the process ends with 1 where something has failed. */
export function summarise(outcomes: readonly Outcome[]): void {
  console.log()
  for (const { name, passed, failed, seconds } of outcomes) {
    const columns = [name.padEnd(18), `${passed} passed`.padStart(12), `${failed} failed`.padStart(11)]
    console.log(`${columns.join('')}${`${seconds.toFixed(1)} s`.padStart(10)}`)
  }
  const total = (key: keyof Counts) => outcomes.reduce((sum, outcome) => sum + outcome[key], 0)
  process.exitCode = total('failed') === 0 ? 0 : 1
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
}
