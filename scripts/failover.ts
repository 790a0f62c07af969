/**
 * Runs three processes of Plumb on a PostgreSQL cluster through each fault once, under load, and counts afterwards.
 *
 *   npm run failover
 *
 * Where Debian's patroni, etcd-server, haproxy and postgresql are installed; elsewhere it says so and ends. Writers send
 * each request again with the same key until it is answered for; one that is told *Nothing was changed* is not sent
 * again, and must not stand in the books. Ends with exit code 1 when anything was lost, done twice or not as it was said.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '#kit/database.ts'
import { readTransaction } from '#kit/transaction.ts'
import { checkBooks } from '#ledger/check-books.ts'
import { OUR_BITCOIN } from '../test/support/addresses.ts'
import { OWNER } from '../test/support/app.ts'
import { Visitor } from '../test/support/visitor.ts'
import { Cluster, freePorts, missingForCluster } from './failover-cluster.ts'
import {
  countRequests,
  keyOf,
  makeRoom,
  requestMaker,
  ROOM_EVERY,
  unknownOnes,
  type WriteRequest,
  wrongOnes,
} from './load-of-writes.ts'

const WRITERS = 6
const READERS = 3
/** Milliseconds before and after a fault in which what it does is looked at. */
const CALM = 3000
const PATIENCE = 120_000
/** Milliseconds after which no further fault is begun. */
const LONGEST_RUN = 8 * 60_000

const missing = missingForCluster()
if (missing !== undefined) {
  console.log(
    `Skipped: ${missing}. Install Debian's patroni, etcd-server, haproxy and postgresql to run through failovers.`,
  )
  process.exit(0)
}

const began = performance.now()
const folder = await mkdtemp(join(tmpdir(), 'plumb-failover-'))
await chmod(folder, 0o755)
const clusterFolder = await mkdtemp(join(tmpdir(), 'plumb-cluster-'))
const dataDir = join(folder, 'data')
const cluster = new Cluster(clusterFolder)

type Process = { port: number; child: ChildProcess | undefined }
const processes: Process[] = (await freePorts(3)).map((port) => ({ port, child: undefined }))
const urlOf = ({ port }: Process) => `http://localhost:${port}`

let stopping = false
let tally = new Map<string, number>()
let gaps = { writes: 0, reads: 0 }
const last = { writes: 0, reads: 0 }
const acknowledged: WriteRequest[] = []
const unchanged: WriteRequest[] = []
const refused: string[] = []

function start(process_: Process): void {
  process_.child = spawn(process.execPath, [join(import.meta.dirname, '../src/app/main.ts')], {
    env: {
      ...process.env,
      ...{ PORT: String(process_.port), DATA_DIR: dataDir, DATABASE_URL: cluster.databaseUrl },
      ...{ KYC: 'off', MARKET: 'off', APP_URL: 'http://localhost' },
      ...{ OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password, OWNER_NAME: OWNER.name },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function untilHealthy(which: readonly Process[]): Promise<void> {
  for (const end = performance.now() + PATIENCE; performance.now() < end; await pause(200)) {
    const answers = await Promise.all(which.map((one) => fetch(`${urlOf(one)}/healthz`).catch(() => undefined)))
    if (answers.every((answer) => answer?.status === 200)) return
  }
  throw new Error('not every process is healthy')
}

const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1)
function answered(what: 'writes' | 'reads'): void {
  const now = performance.now()
  gaps[what] = Math.max(gaps[what], now - last[what])
  last[what] = now
}

let written = 0

/** Sends requests one after the other, to the next process where one does not answer. */
async function write(next: () => WriteRequest, people: Record<WriteRequest['by'], Visitor>, first: number) {
  for (let at = first; !stopping; at += 1) {
    const request = next()
    written += 1
    const nearest = processes[at % processes.length]
    if (nearest !== undefined && written % ROOM_EVERY === 0) await makeRoom(people.investor.at(urlOf(nearest)))
    for (;;) {
      const there = processes[at % processes.length]
      if (there === undefined) return
      const answer = await people[request.by]
        .at(urlOf(there))
        .post(request.path, request.body, { 'idempotency-key': request.key })
        .catch(() => undefined)
      count(answer === undefined ? 'no answer' : String(answer.status))
      if (answer?.status === 200) {
        acknowledged.push(request)
        answered('writes')
        break
      }
      if (String(answer?.body?.message).includes('Nothing was changed')) {
        unchanged.push(request)
        break
      }
      if (answer !== undefined && answer.status < 500 && answer.status !== 409) {
        refused.push(`${request.path} ${answer.status} ${JSON.stringify(answer.body)}`)
        break
      }
      at += 1
      await pause(100)
    }
  }
}

async function read(investor: Visitor, first: number): Promise<void> {
  for (let at = first; !stopping; at += 1) {
    const there = processes[at % processes.length]
    if (there === undefined) return
    const answer = await investor
      .at(urlOf(there))
      .get('/api/balance')
      .catch(() => undefined)
    if (answer?.status === 200) answered('reads')
    else count(answer === undefined ? 'read: no answer' : `read: ${answer.status}`)
    await pause(50)
  }
}

const [anApp, anotherApp] = processes
if (anApp === undefined || anotherApp === undefined) throw new Error('no processes')
const endOf = async (one: Process, signal: NodeJS.Signals) => {
  const ended = once(one.child ?? process, 'exit')
  one.child?.kill(signal)
  await ended
  start(one)
}
const FAULTS: readonly { name: string; run(): Promise<void> }[] = [
  {
    name: 'the primary’s machine is gone',
    async run() {
      const node = await cluster.nodeOf('leader')
      cluster.signal(node, 'SIGKILL', true)
      await pause(30_000)
      cluster.startNode(node)
    },
  },
  {
    name: 'the primary’s server is killed',
    run: async () => cluster.signal(await cluster.nodeOf('leader'), 'SIGKILL', false),
  },
  {
    name: 'the primary’s machine freezes for 35 s',
    async run() {
      const node = await cluster.nodeOf('leader')
      cluster.signal(node, 'SIGSTOP', true)
      await pause(35_000)
      cluster.signal(node, 'SIGCONT', true)
    },
  },
  { name: 'switchover', run: () => cluster.switchover() },
  {
    name: 'the synchronous standby’s server is killed',
    run: async () => cluster.signal(await cluster.nodeOf('sync_standby'), 'SIGKILL', false),
  },
  {
    name: 'HAProxy is killed, back after 3 s',
    async run() {
      cluster.signalHaproxy('SIGKILL')
      await pause(3000)
      cluster.startHaproxy()
    },
  },
  {
    name: 'HAProxy freezes for 5 s',
    async run() {
      cluster.signalHaproxy('SIGSTOP')
      await pause(5000)
      cluster.signalHaproxy('SIGCONT')
    },
  },
  {
    name: 'etcd freezes for 8 s',
    async run() {
      cluster.signalEtcd('SIGSTOP')
      await pause(8000)
      cluster.signalEtcd('SIGCONT')
    },
  },
  { name: 'an app is killed', run: () => endOf(anApp, 'SIGKILL') },
  { name: 'an app is told to stop', run: () => endOf(anotherApp, 'SIGTERM') },
]

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
try {
  await cluster.start()
  console.log(`cluster of three nodes after ${seconds(performance.now() - began)}`)
  const setUp = new pg.Client({ connectionString: cluster.databaseUrl.replace(/plumb$/, 'postgres') })
  await setUp.connect()
  await setUp.query('CREATE DATABASE plumb')
  await setUp.end()
  for (const one of processes) start(one)
  await untilHealthy(processes)

  const outbox = join(dataDir, 'outbox')
  const owner = new Visitor(urlOf(anApp), outbox)
  const investor = new Visitor(urlOf(anApp), outbox)
  await owner.signIn(OWNER.email, OWNER.password)
  await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
  await owner.must('/api/create-plan', {
    ...{ name: 'Steady', min_amount: '1', max_amount: '1000000', durations_copy: '14', ref_bonus: '5' },
    ...{ description: '', daily_roi: '0.4' },
  })
  await investor.join('investor')
  await owner.must(`/api/topup-user/${investor.id}`, { amount: '900000000' })
  const { plans, wallets } = (await investor.get('/api/histories')).body
  const next = requestMaker(investor.id, plans[0].id, wallets[0].id)
  last.writes = performance.now()
  last.reads = performance.now()
  const work = [
    ...Array.from({ length: WRITERS }, (_, number) => write(next, { owner, investor }, number)),
    ...Array.from({ length: READERS }, (_, number) => read(investor, number)),
  ]

  const table: Record<string, string>[] = []
  for (const { name, run } of FAULTS) {
    if (performance.now() - began > LONGEST_RUN) {
      console.log(`not begun, because ${LONGEST_RUN / 60_000} minutes are over: ${name}`)
      process.exitCode = 1
      continue
    }
    await pause(CALM)
    tally = new Map()
    gaps = { writes: 0, reads: 0 }
    const before = acknowledged.length
    await run()
    await cluster.untilWhole()
    await untilHealthy(processes)
    await pause(CALM)
    const answers = [...tally].map(([kind, times]) => `${kind}: ${times}`).sort()
    table.push({
      fault: name,
      'writers waited': seconds(gaps.writes),
      'readers waited': seconds(gaps.reads),
      acknowledged: String(acknowledged.length - before),
      answers: answers.join(', '),
    })
    console.log(table.at(-1))
  }
  stopping = true
  await Promise.all(work)
  console.table(table)

  const { db, pool } = openDatabase({ connectionString: cluster.databaseUrl }, { log: () => {} })
  const counts = await countRequests(pool, investor.id)
  const problems = await readTransaction(db, checkBooks)
  await db.destroy()
  const wrong = wrongOnes(acknowledged, counts)
  const lied = unchanged.filter((request) => (counts.get(keyOf(request)) ?? 0) > 0)
  const unasked = unknownOnes([...acknowledged, ...unchanged], counts)
  console.log(`
acknowledged                   ${acknowledged.length}
lost or done twice             ${wrong.length} ${wrong[0] ?? ''}
there without an answer        ${unasked.length} ${unasked[0] ?? ''}
told that nothing was changed  ${unchanged.length}, of which not true: ${lied.length}
refused                        ${refused.length} ${refused[0] ?? ''}
books                          ${problems.length === 0 ? 'balance' : problems.join('; ')}
took                           ${seconds(performance.now() - began)}`)
  if (wrong.length + unasked.length + lied.length + refused.length + problems.length > 0) process.exitCode = 1
} finally {
  stopping = true
  for (const { child } of processes) {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  await cluster.stop()
  for (const one of [folder, clusterFolder]) await rm(one, { recursive: true, force: true })
}
