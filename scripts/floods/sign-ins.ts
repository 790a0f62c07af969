/**
 * Floods an app of its own with sign-ins, on this machine only, and says how long others wait meanwhile.
 *
 *   node scripts/floods/sign-ins.ts
 *
 * It is over within two minutes. Ends with exit code 1 where a limit is missed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hashPassword } from '#identity/passwords.ts'
import { openThread } from '#kit/thread.ts'
import { OWNER } from '../../test/support/app.ts'
import { Visitor } from '../../test/support/visitor.ts'
import { freePorts } from '../failover-cluster.ts'
import { type Flood, type Flooded, signInFrom } from './sign-in-flooder.ts'

/** Wrong sign-ins in a flood, and the networks that they come from in the wider one. */
const WRONG = 500
const NETWORKS = 250
/** Milliseconds after a flood has begun at which somebody signs in. */
const MOMENTS = [0, 50, 150, 300, 600, 1000, 2000]
/** Milliseconds in which a right sign-in is answered. */
const ANSWERED = 1000
/** Right sign-ins at once beside which a balance is read, and how much longer that may take. */
const AT_ONCE = 200
const TIMES_QUIET = 2
const READS = 200
/** Milliseconds between two reads: without them the reader alone keeps half of a small machine busy, which nobody's screen does. */
const BETWEEN_READS = 10
/** Floods beside which it is read: a shared machine is now a little slower and now a little faster by itself. */
const ROUNDS = 4
const START_LIMIT = 60_000
const PASSWORD = 'correct horse battery'

/** One figure with what it has to hold. */
export type FloodFigure = { what: string; measured: string; held: boolean }
type FloodedHouse = { visitor(): Visitor; close(): Promise<void> }

/** All floods of sign-ins, each figure told as soon as it is there. */
export async function floodSignIns(say: (figure: FloodFigure) => void): Promise<FloodFigure[]> {
  const figures: FloodFigure[] = []
  const tell = (figure: FloodFigure) => {
    figures.push(figure)
    say(figure)
  }
  tell({ what: 'one hash, nothing else running', measured: `${(await hashTime()).toFixed(1)} ms`, held: true })
  const house = await startFloodedHouse()
  try {
    const amy = house.visitor()
    await amy.join('amy')
    const bob = house.visitor()
    await bob.join('bob')
    tell(await besideSignIns(amy, bob))
    for (const networks of [1, NETWORKS]) for (const figure of await besideWrongOnes(amy, networks)) tell(figure)
  } finally {
    await house.close()
  }
  return figures
}

/** Milliseconds of one hash: the median of twenty. */
async function hashTime(): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 20; n += 1) times.push((await timed(() => hashPassword(`password ${n}`))).took)
  return percentile(times, 0.5)
}

/** 500 wrong sign-ins at once, each of another account, and right ones of somebody else at several moments beside them. */
async function besideWrongOnes(somebody: Visitor, networks: number): Promise<FloodFigure[]> {
  const home = '203.0.113.9'
  const right = { url: somebody.url, email: somebody.email, password: PASSWORD }
  await signInFrom(home, right)
  const flood = Promise.all(
    Array.from({ length: WRONG }, (_, n) => {
      const from = `198.18.${networks % 251}.${n % networks}`
      const wrong = { email: `guess-${networks}-${n}@mail.plumb.test`, password: 'not the password' }
      return signInFrom(from, { url: somebody.url, ...wrong })
    }),
  )
  const begun = performance.now()
  const beside = async (where: (n: number) => string) =>
    Promise.all(
      MOMENTS.map(async (moment, n) => {
        await pause(moment)
        return timed(() => signInFrom(where(n), right))
      }),
    )
  const [known, strange] = await Promise.all([beside(() => home), beside((n) => `192.0.2.${(networks % 100) + n + 1}`)])
  const statuses = await flood
  const took = Math.round(performance.now() - begun)
  await pause(500)
  const line = (what: string, right: { done: number; took: number }[]): FloodFigure => ({
    what: `beside ${WRONG} wrong sign-ins from ${networks} network${networks === 1 ? '' : 's'}, ${what}`,
    measured: right.map((one) => `${one.done} in ${Math.round(one.took)} ms`).join(', '),
    held: right.every((one) => one.done === 200 && one.took <= ANSWERED),
  })
  return [
    line('right ones from a network where they signed in before', known),
    line('right ones from networks never seen', strange),
    { what: 'the wrong ones themselves', measured: `${countsOf(statuses)}, all after ${took} ms`, held: true },
  ]
}

/**
 * How long a balance takes to read beside 200 right sign-ins that come at once, from a thread of their own: what they
 * cost whoever sends them is not what they cost whoever reads.
 */
async function besideSignIns(somebody: Visitor, reader: Visitor): Promise<FloodFigure> {
  const read = async () => {
    await pause(BETWEEN_READS)
    const { done, took } = await timed(async () => (await reader.get('/api/balance')).status)
    if (done !== 200) throw new Error(`GET /api/balance answered ${done}`)
    return took
  }
  const flooder = openThread<Flood, Flooded>(new URL('./sign-in-flooder.ts', import.meta.url))
  const who = { url: somebody.url, email: somebody.email, password: PASSWORD }
  const quiet: number[] = []
  const beside: number[] = []
  const readQuietly = async () => {
    for (let n = 0; n < READS; n += 1) quiet.push(await read())
  }
  // a house that has been open for a while: reads and sign-ins have both run before
  for (let n = 1; n <= 100; n += 1) {
    await read()
    await signInFrom(`100.65.0.${n}`, who)
  }
  const floods: Flooded[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    await readQuietly()
    const from = Array.from({ length: AT_ONCE }, (_, n) => `100.64.${round}.${n + 1}`)
    const over = flooder.ask({ ...who, from })
    while (flooder.waiting() > 0) beside.push(await read())
    floods.push(await over)
    await readQuietly()
  }
  const [alone, among] = [percentile(quiet, 0.95), percentile(beside, 0.95)]
  const medians = `median ${percentile(quiet, 0.5).toFixed(1)} and ${percentile(beside, 0.5).toFixed(1)} ms`
  const answers = countsOf(floods.flatMap(({ statuses }) => statuses))
  const each = Math.round(floods.reduce((sum, { took }) => sum + took, 0) / ROUNDS)
  return {
    what: `p95 of GET /api/balance, quiet and beside ${AT_ONCE} sign-ins at once (${answers}, ${each} ms for each ${AT_ONCE})`,
    measured: `${alone.toFixed(1)} and ${among.toFixed(1)} ms, ${(among / alone).toFixed(2)} times (${quiet.length} and ${beside.length} reads; ${medians})`,
    held: among <= TIMES_QUIET * alone,
  }
}

/** An app in a process of its own with an embedded database, both gone with `close`. */
async function startFloodedHouse(): Promise<FloodedHouse> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plumb-flood-'))
  const [port = 0] = await freePorts(1)
  const url = `http://localhost:${port}`
  const app = spawn(process.execPath, [join(import.meta.dirname, '../../src/app/main.ts')], {
    env: {
      ...process.env,
      ...{ PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', APP_URL: url },
      ...{ TRUST_PROXY: 'loopback', KYC: 'off', MARKET: 'off' },
      ...{ OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password, OWNER_NAME: OWNER.name },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const close = async () => {
    await ended(app)
    await rm(dataDir, { recursive: true, force: true })
  }
  const deadline = performance.now() + START_LIMIT
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (performance.now() > deadline || app.exitCode !== null) {
      await close()
      throw new Error('the app did not start')
    }
    await pause(250)
  }
  return { visitor: () => new Visitor(url, join(dataDir, 'outbox')), close }
}

async function ended(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return
  const gone = new Promise((resolve) => app.once('exit', resolve))
  app.kill('SIGTERM')
  await gone
}

async function timed<T>(act: () => Promise<T>): Promise<{ done: T; took: number }> {
  const began = performance.now()
  const done = await act()
  return { done, took: performance.now() - began }
}

function percentile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

function countsOf(statuses: readonly number[]): string {
  const counts = Map.groupBy(statuses, (status) => status)
  return [...counts].map(([status, all]) => `${all.length} × ${status}`).join(', ')
}

const loadNow = () => loadavg()[0] ?? 0

if (import.meta.main) {
  const processors = availableParallelism()
  const before = loadNow()
  console.log(
    `${processors} processors, load ${before.toFixed(1)}; what is missed names its load, for times are those of a quiet machine`,
  )
  const figures = await floodSignIns(({ what, measured, held }) => {
    const missed = `MISSED at load ${loadNow().toFixed(1)} on ${processors} processors`
    console.log(`\n${what}\n  ${measured}\n  ${held ? 'held' : missed}`)
  })
  const missed = figures.filter(({ held }) => !held).length
  console.log(missed === 0 ? '\nEvery flood is held.' : `\n${missed} of ${figures.length} figures are missed.`)
  if (missed > 0 && before > processors) {
    console.log(
      'The machine had other work before the first flood: times that are missed say nothing until it is quiet.',
    )
  }
  if (missed > 0) process.exitCode = 1
}
