/**
 * Measures the administrator's area, and what moves money, with a hundred thousand users.
 *
 *   npm run bench [-- --users 100000 --investors 1000000 --requests 30 --no-browser --only posting|accrual|figures|log|proofs|reads|cost|streams|writes]
 *
 * What posting costs beside pgbench first: it is kept, in bench/results.json and docs/bench.md. Then what the figures of the
 * books take with 300,000 running investments. Then a database of its own
 * in a temporary folder, written to the disk as in production, filled with the load fixture; the app in a process of its
 * own, as in production; an owner who signs in over HTTP and asks for one thing at a time, then scrolls through the
 * investments in Chromium. Then what moves money, by call and by itself. Prints each median and 95th percentile beside its
 * budget: milliseconds until the whole answer is there, over a connection on the same machine. What an investor's reads
 * cost the processor, beside a bare server, is in microseconds. Exit code 1 where one is over.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { systemClock } from '#kit/clock.ts'
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { freePorts } from '../scripts/failover-cluster.ts'
import { Visitor } from '../test/support/visitor.ts'
import { makeLoadFixture } from './load.ts'
import { measureExport } from './measure-export.ts'
import { measureAccrual } from './measure-accrual.ts'
import { measureCalls, type Line } from './measure-calls.ts'
import { measureCost } from './measure-cost.ts'
import { databaseBeside, makeFigures, measureMaking, measureServing, untilAtRest } from './measure-figures.ts'
import { measureLog } from './measure-log.ts'
import { measurePosting } from './measure-posting.ts'
import { makePeople, measureEpoch, measureTree } from './measure-proofs.ts'
import { measureScrolling } from './measure-scrolling.ts'
import { measureStreams } from './measure-streams.ts'
import { measureWrites } from './measure-writes.ts'
import { writeAccrual, writeResults } from './write-results.ts'

const START_LIMIT = 120_000
const RUNNING = 300_000
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    investors: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '30' },
    'no-browser': { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const requests = Number(values.requests)
const say = (line: string) => console.log(line)

/** What needs no load of a hundred thousand users. */
const ALONE: ReadonlySet<string> = new Set(['posting', 'accrual', 'figures', 'log', 'proofs'])

const dataDir = await mkdtemp(join(tmpdir(), 'plumb-bench-'))
const lines: Line[] = []
let app: ChildProcess | undefined
const database = await startEmbeddedPostgres({ dataDir, log: say })
const measured = (part: string) => values.only === undefined || values.only === part
try {
  if (measured('posting')) await keepPosting(database.connectionString)
  if (measured('accrual')) await keepAccrual()
  if (measured('figures')) await measureFiguresAlone()
  if (measured('log')) await measureLogAlone()
  if (measured('proofs')) await measureProofsAlone()
  if (!ALONE.has(values.only ?? '')) await measureApp(Number(values.users))
} finally {
  await ended(app)
  await database.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}
const over = lines.filter((line) => !line.held)
say(over.length === 0 ? '\nEvery budget is held.' : `\nOver: ${over.map(({ what }) => what).join('; ')}`)
process.exitCode = over.length === 0 ? 0 : 1

async function keepPosting(connectionString: string): Promise<void> {
  const costs = await measurePosting(connectionString, process.env['PGLEDGER'])
  if (costs === undefined) say('Posting is not measured: there is no pgbench (Debian has it in postgresql-client-15).')
  else say(await writeResults(costs, systemClock.now()))
}

async function keepAccrual(): Promise<void> {
  const cost = await measureAccrual({ investors: 40_000, workers: 2, maturing: 40_000 }, say)
  if (cost !== undefined) say(await writeAccrual(cost))
}

/** In a database of its own beside the other: made before an app of its own begins, and served when that has posted and numbered what was there. */
async function measureFiguresAlone(): Promise<void> {
  const connectionString = await makeFigures(database.connectionString, RUNNING, say)
  say(
    `\nThe figures of the books with ${RUNNING.toLocaleString('en-US')} running investments, in milliseconds (load ${loadavg()[0]?.toFixed(1)})`,
  )
  lines.push(...(await measureMaking(connectionString, requests, sayLine)))
  const [port = 0] = await freePorts(1)
  const url = `http://localhost:${port}`
  app = startApp(port, connectionString)
  try {
    await untilHealthy(url)
    await untilAtRest(connectionString)
    lines.push(...(await measureServing(url, requests, sayLine)))
  } finally {
    await ended(app)
    app = undefined
  }
}

/** In a database of its own beside the other. */
async function measureLogAlone(): Promise<void> {
  say(`\nThe log beside the books (load ${loadavg()[0]?.toFixed(1)})`)
  lines.push(...(await measureLog(await databaseBeside(database.connectionString, 'log'), sayLine)))
}

/** In a database of its own beside the other, whose app has nothing else to do. */
async function measureProofsAlone(): Promise<void> {
  const people = Number(values.investors)
  say(`\nA proof over ${people.toLocaleString('en-US')} investors (load ${loadavg()[0]?.toFixed(1)})`)
  lines.push(...(await measureTree(people, sayLine)))
  const connectionString = await databaseBeside(database.connectionString, 'proofs')
  await makePeople(connectionString, people)
  const [port = 0] = await freePorts(1)
  const url = `http://localhost:${port}`
  app = startApp(port, connectionString)
  try {
    await untilHealthy(url)
    lines.push(...(await measureEpoch(connectionString, url, sayLine)))
  } finally {
    await ended(app)
    app = undefined
  }
}

async function measureApp(users: number): Promise<void> {
  const { owner } = await makeLoadFixture(database.connectionString, { users, say, now: systemClock.now() })
  const [port = 0] = await freePorts(1)
  const url = `http://localhost:${port}`
  app = startApp(port)
  await untilHealthy(url)
  const visitor = new Visitor(url, join(dataDir, 'outbox'))
  const { status } = await visitor.signIn(owner.email, owner.password)
  if (status !== 200) throw new Error(`The owner could not sign in: ${status}.`)

  visitor.email = owner.email
  // the log numbers a million entries that were there before it, and the first proof is made: once in the life of a house
  await untilAtRest(database.connectionString)
  say(`\nMedian and 95th percentile of ${requests} requests each, in milliseconds (load ${loadavg()[0]?.toFixed(1)})`)
  const { connectionString } = database
  if (measured('reads')) await measureReads(visitor, users, owner)
  const appPid = app.pid ?? 0
  if (measured('cost')) {
    say('\nWhat an investor’s reads cost the processor, in microseconds')
    lines.push(...(await measureCost({ connectionString, url, appPid, say: sayLine })))
  }
  if (measured('streams')) {
    say('\nStreams of events')
    lines.push(...(await measureStreams({ connectionString, url, appPid, owner: visitor, say: sayLine })))
  }
  if (measured('writes')) {
    say('\nWhat moves money')
    lines.push(
      ...(await measureWrites({ connectionString, owner: visitor, password: owner.password, requests, say: sayLine })),
    )
  }
}

async function measureReads(visitor: Visitor, users: number, owner: { email: string; password: string }) {
  lines.push(...(await measureCalls(visitor, { users, requests, say: sayLine })))
  say('\nFiles')
  for (const line of await measureExport(visitor, app?.pid)) say(line)
  if (values['no-browser']) return
  say('\nFrames while the investments are scrolled, in milliseconds')
  lines.push(...(await measureScrolling(visitor.url, owner, sayLine)))
}

function sayLine({ what, median, tail, note, budget, held }: Line): void {
  const figures = [median, tail].map((figure) => figure.toFixed(1).padStart(8)).join('')
  const verdict = budget === null ? '' : `${String(budget).padStart(6)}  ${held ? 'OK' : 'OVER'}`
  say(`${what.padEnd(58)}${figures}${verdict}${note === undefined ? '' : `  ${note}`}`)
}

/** As `npm start` does, without what reaches out to a network. */
function startApp(port: number, connectionString = ''): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/app/main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: connectionString,
      NODE_ENV: 'production',
      NEW_ADDRESS_HOLD_HOURS: '0',
      ADMIN_SECOND_FACTOR: 'optional',
      MARKET: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return child
}

async function untilHealthy(url: string): Promise<void> {
  const end = performance.now() + START_LIMIT
  while (performance.now() < end) {
    if (app?.exitCode !== null) throw new Error('The app has ended: what it said stands above.')
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    if (answer?.status === 200) return
    await pause(100)
  }
  throw new Error(`The app did not answer within ${START_LIMIT / 1000} s.`)
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}
