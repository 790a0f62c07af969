/**
 * What takes too long for `npm test`, part after part.
 *
 *   npm run test:long [-- part …]      (all that has not passed yet for the present commit)
 *   npm run test:long -- --help        (which parts there are)
 *
 * A part that has passed is written down in `.cache/test-long.json` and left out the next time, so that a run that was
 * broken off is taken up again; with another commit, and while files differ from the commit, all of it is run. A part
 * that is named is run in any case. None takes longer than an hour. Ends with how many passed and failed.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Counts, type Outcome, outcomeOf, ROOT, runs, runVitest, summarise } from './check-steps.ts'
import { missingForCluster } from './failover-cluster.ts'
import { missingForDisks } from './lossy-disk.ts'

type Part = {
  what: string
  /** Vitest's words, or a program's, one after the other. */
  tests?: { words: string[]; env?: Record<string, string> }
  programs?: string[][]
  /** Why it cannot be run on this machine. */
  missing?: () => string | undefined
}
type Done = { commit: string; passed: Record<string, Outcome> }

const HOUR = 60 * 60_000
const DONE = join(ROOT, '.cache/test-long.json')
const script = (name: string, ...words: string[]) => ['node', join('scripts', name), ...words]
const unit = (...words: string[]) => ['--project', 'unit+database', ...words]

const PARTS: Record<string, Part> = {
  thorough: {
    what: 'runs the tests and journeys that `npm test` leaves out',
    tests: { words: [...unit(), '--project', 'journeys', '--tags-filter', 'thorough'] },
  },
  everything: { what: 'presses everything on every screen', tests: { words: ['--project', 'long', 'everything'] } },
  journeys: {
    what: 'looks at every screen in every size, in both themes and with large letters, and does the main jobs by keyboard alone',
    tests: { words: ['--project', 'journeys', 'screens', 'moves'], env: { LETTERS: 'all', SIZES: 'all', WAYS: 'all' } },
  },
  colours: {
    what: 'looks at whatever journeys come to in both themes',
    tests: { words: ['--project', 'journeys'], env: { COLOURS: 'all' } },
  },
  'bad-input': {
    what: 'sends 20,000 bad requests',
    tests: { words: unit('bad-input'), env: { BAD_REQUESTS: '20000' } },
  },
  races: {
    what: 'races 200 times, and 200 sequences of edits',
    tests: {
      words: unit('races', 'edits', 'withdrawals/update'),
      env: { RACE_ROUNDS: '200', PROPERTY_RUNS: '200' },
    },
  },
  properties: {
    what: 'tells a hundred random stories of each kind, three hundred of the log, and asks for every path in every place',
    tests: {
      words: unit(
        'investments/suspense',
        'approvals/diverting',
        'stories',
        'pick-page',
        'payout',
        'test/development',
        'every-beginning',
        'screening/names',
      ),
      env: {
        RACE_ROUNDS: '50',
        PROPERTY_RUNS: '100',
        STORY_RUNS: '300',
        LIST_RUNS: '2000',
        NAME_RUNS: '2000',
        PATHS: 'all',
      },
    },
  },
  strict: {
    what: 'tells 1,000 random stories of a strict house to two processes at once',
    tests: { words: unit('backing/strict-at-once'), env: { PROPERTY_RUNS: '1000', PROCESSES: '2' } },
  },
  cuts: { what: 'cuts the line at every statement', tests: { words: unit('cut-connections'), env: { CUTS: 'all' } } },
  journal: {
    what: 'exports 30,000 random transfers, and has hledger, ledger and Beancount check them where they are there',
    tests: { words: unit('statements/journal'), env: { JOURNAL_TRANSFERS: '30000' } },
  },
  pictures: {
    what: 'draws twelve of the largest pictures at once',
    tests: { words: unit('replace-picture'), env: { PICTURES: '12' } },
  },
  model: { what: 'compares 10,000 steps with the model of the books', programs: [script('model.ts')] },
  faults: {
    what: 'plants faults in the functions that post, and has tests find each',
    programs: [script('planted-faults.ts')],
  },
  'kill-rounds': { what: 'kills app and database 100 times', programs: [script('kill-rounds.ts', '100')] },
  'power-loss': {
    what: 'cuts the power of a database 100 times, and of one without fsync until it loses something',
    programs: [script('power-loss.ts', '100')],
    missing: missingForDisks,
  },
  'killed-sweeps': {
    what: 'kills workers of the daily posting and of maturities 20 times each',
    programs: [script('killed-sweeps.ts')],
  },
  'killed-sequencers': {
    what: 'kills two processes that number and sign the log 50 times',
    programs: [script('killed-sequencers.ts')],
  },
  floods: { what: 'floods a started app', programs: [script('floods.ts'), script('floods/sign-ins.ts')] },
  attack: {
    what: 'attacks a house with 100,000 requests of every kind',
    programs: [script('attack.ts', '--minutes', '55')],
  },
  'attack-stops': {
    what: 'tells an attack to stop while it floods, and looks for what it has left behind',
    tests: { words: ['--project', 'long', 'attack-stops'] },
  },
  holes: {
    what: 'plants holes in a copy of the house, and has the attack find each',
    programs: [script('attack.ts', '--planted')],
  },
  failover: {
    what: 'goes through the faults of a cluster',
    programs: [script('failover.ts')],
    missing: missingForCluster,
  },
  lighthouse: {
    what: 'measures the sign-in, the dashboard and the open books on a phone',
    programs: [script('lighthouse.ts')],
  },
  bench: { what: 'measures a hundred thousand users', programs: [['node', 'bench/bench.ts']] },
}

const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()

/** The present commit, or nothing while files differ from it. */
function presentCommit(): string | undefined {
  return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined
}

function readDone(commit: string | undefined): Done['passed'] {
  try {
    const done: Done = JSON.parse(readFileSync(DONE, 'utf8'))
    return done.commit === commit ? done.passed : {}
  } catch {
    return {}
  }
}

function writeDone(done: Done): void {
  mkdirSync(dirname(DONE), { recursive: true })
  writeFileSync(DONE, JSON.stringify(done, null, 2))
}

async function runPart({ tests, programs = [] }: Part, say: (text: string) => void): Promise<Counts> {
  const end = performance.now() + HOUR
  const left = () => Math.max(1, Math.round(end - performance.now()))
  if (tests !== undefined) return runVitest({ ...tests, limit: left() }, say)
  for (const words of programs) if (!(await runs({ words, limit: left() }))) return { passed: 0, failed: 1 }
  return { passed: 1, failed: 0 }
}

function showHelp(): void {
  console.log('npm run test:long               every part that has not passed yet for the present commit')
  console.log('npm run test:long -- part …     these parts in any case\n\nThe parts, of at most an hour each:')
  const width = Math.max(...Object.keys(PARTS).map((name) => name.length)) + 2
  for (const [name, { what }] of Object.entries(PARTS)) console.log(`  ${name.padEnd(width)}${what}`)
}

const named = process.argv.slice(2)
if (named.includes('--help')) {
  showHelp()
  process.exit()
}
const unknown = named.filter((name) => PARTS[name] === undefined)
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}`)
  process.exit(1)
}
const commit = presentCommit()
if (commit === undefined) console.log('Files differ from the last commit: what passes is not written down.')
const passed = readDone(commit)
const wanted = Object.entries(PARTS).filter(([name]) => named.length === 0 || named.includes(name))
const outcomes: Outcome[] = []
const notRun: string[] = []
for (const [at, [name, part]] of wanted.entries()) {
  const place = `${name} (${at + 1} of ${wanted.length})`
  const before = named.length === 0 ? passed[name] : undefined
  const missing = part.missing?.()
  if (before !== undefined) {
    console.log(`\n== ${place}: has passed for this commit`)
    outcomes.push(before)
  } else if (missing !== undefined) {
    console.log(`\n== ${place}: not run, because ${missing}`)
    notRun.push(name)
  } else {
    const run = (say: (text: string) => void) => runPart(part, say)
    const outcome = { ...(await outcomeOf({ name: `${place}: ${part.what}`, loud: true, run })), name }
    outcomes.push(outcome)
    if (commit === undefined || outcome.failed > 0) continue
    passed[name] = outcome
    writeDone({ commit, passed })
  }
}
if (notRun.length > 0) console.log(`\nNot run here: ${notRun.join(', ')}`)
summarise(outcomes)
