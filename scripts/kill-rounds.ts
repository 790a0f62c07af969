/**
 * Kills the app, its database, or both with SIGKILL at random moments under load, and counts afterwards.
 *
 *   npm run kill-rounds [-- rounds]      (30 by default; SIGTERM ends them after the one under way)
 *
 * Every request carries an Idempotency-Key. What was acknowledged must stand in the books once; what was not is asked
 * again with the same key after the restart, and must then stand there once too. Ends with the plain figures, and with
 * exit code 1 when anything was lost, counted twice, or does not balance.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#kit/database.ts'
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { readTransaction } from '#kit/transaction.ts'
import { checkBooks } from '#ledger/check-books.ts'
import { OUR_BITCOIN } from '../test/support/addresses.ts'
import { OWNER } from '../test/support/app.ts'
import { Visitor } from '../test/support/visitor.ts'
import { freePorts } from './failover-cluster.ts'
import {
  countRequests,
  makeRoom,
  requestMaker,
  ROOM_EVERY,
  unknownOnes,
  type WriteRequest,
  wrongOnes,
} from './load-of-writes.ts'

const ROUNDS = Number(process.argv[2] ?? 30)
const WORKERS = 6
const RESTART_LIMIT = 60_000
const VICTIMS = ['the app', 'the database', 'both'] as const

const dataDir = await mkdtemp(join(tmpdir(), 'plumb-kill-'))
const [port = 0] = await freePorts(1)
const url = `http://localhost:${port}`
const owner = new Visitor(url, join(dataDir, 'outbox'))
const investor = new Visitor(url, join(dataDir, 'outbox'))

let app: ChildProcess | undefined
let stopping = false
let enough = false
process.on('SIGTERM', () => {
  enough = true
})
const acknowledged: WriteRequest[] = []
const refused: string[] = []
let asked = 0
let askedAgain = 0

/** Starts the app as a person would and waits until it answers. Milliseconds it took. */
async function startApp(): Promise<number> {
  const began = performance.now()
  app = spawn(process.execPath, [join(import.meta.dirname, '../src/app/main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      KYC: 'off',
      MARKET: 'off',
      OWNER_EMAIL: OWNER.email,
      OWNER_PASSWORD: OWNER.password,
      OWNER_NAME: OWNER.name,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilHealthy()
  return performance.now() - began
}

async function untilHealthy(): Promise<void> {
  const end = performance.now() + RESTART_LIMIT
  while (performance.now() < end) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    if (answer?.status === 200) return
    await pause(50)
  }
  throw new Error(`the app did not answer on /healthz within ${RESTART_LIMIT / 1000} s`)
}

async function killDatabase(): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  if (pid !== undefined && /^\d+$/.test(pid)) kill(Number(pid))
}

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch {
    // It was gone already: that is what was wanted.
  }
}

/** Sends requests one after the other; one without an answer is sent again, the same, until it has one. */
async function work(next: () => WriteRequest): Promise<void> {
  while (!stopping) {
    const request = next()
    asked += 1
    if (asked % ROOM_EVERY === 0) await makeRoom(investor)
    for (let first = true; ; first = false) {
      if (!first) askedAgain += 1
      const who = request.by === 'owner' ? owner : investor
      const answer = await who
        .post(request.path, request.body, { 'idempotency-key': request.key })
        .catch(() => undefined)
      if (answer?.status === 200) {
        acknowledged.push(request)
        break
      }
      // with Retry-After it is no refusal: the same is sent again
      if (answer !== undefined && answer.status < 500 && !answer.headers.has('retry-after')) {
        refused.push(`${request.path} ${answer.status} ${JSON.stringify(answer.body)}`)
        break
      }
      await pause(100)
    }
  }
}

/** How often each request stands in the database, and what is wrong with the books. */
async function countInTheBooks(): Promise<{ counts: Map<string, number>; problems: string[] }> {
  const database = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const { db, pool } = openDatabase({ connectionString: database.connectionString }, { log: () => {} })
  try {
    return { counts: await countRequests(pool, investor.id), problems: await readTransaction(db, checkBooks) }
  } finally {
    await db.destroy()
    await database.stop()
  }
}

console.log(`first start: ${Math.round(await startApp())} ms`)
await owner.signIn(OWNER.email, OWNER.password)
await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
await owner.must('/api/create-plan', {
  name: 'Steady',
  min_amount: '1',
  max_amount: '1000000',
  durations_copy: '14',
  ref_bonus: '5',
  description: '',
  daily_roi: '0.4',
})
await investor.join('investor')
await owner.must(`/api/topup-user/${investor.id}`, { amount: '900000000' })
const { plans, wallets } = (await investor.get('/api/histories')).body

const next = requestMaker(investor.id, plans[0].id, wallets[0].id)
const workers = Array.from({ length: WORKERS }, () => work(next))
const restarts: number[] = []
for (let round = 1; round <= ROUNDS && !enough; round += 1) {
  await pause(randomInt(200, 1500))
  const victim = VICTIMS[randomInt(VICTIMS.length)] ?? 'both'
  const before = acknowledged.length
  const began = performance.now()
  if (victim !== 'the app') await killDatabase()
  if (victim !== 'the database') {
    const gone = new Promise((resolve) => app?.once('exit', resolve))
    kill(app?.pid)
    await gone
    await startApp()
  } else {
    // The healthy answer of a pool that has not noticed yet is not one: wait for a write.
    await untilHealthy()
    while (acknowledged.length === before) await pause(20)
  }
  restarts.push(performance.now() - began)
  console.log(
    `round ${round}: killed ${victim}; at work again after ${Math.round(restarts.at(-1) ?? 0)} ms; ${acknowledged.length} acknowledged`,
  )
}
stopping = true
await Promise.all(workers)
const ended = new Promise((resolve) => app?.once('exit', resolve))
app?.kill('SIGTERM')
await ended

const { counts, problems } = await countInTheBooks()
const wrong = wrongOnes(acknowledged, counts)
const unasked = unknownOnes(acknowledged, counts)
await rm(dataDir, { recursive: true, force: true })

console.log(`
rounds                 ${restarts.length}
requests               ${asked} (${askedAgain} times asked again with the same key)
acknowledged           ${acknowledged.length}
refused                ${refused.length} ${refused[0] ?? ''}
lost or counted twice  ${wrong.length} ${wrong[0] ?? ''}
there without an answer ${unasked.length} ${unasked[0] ?? ''}
books                  ${problems.length === 0 ? 'balance' : problems.join('; ')}
at work again after    ${Math.round([...restarts].sort((a, b) => a - b)[Math.floor(restarts.length / 2)] ?? 0)} ms (median), ${Math.round(Math.max(...restarts))} ms (longest)`)
if (wrong.length + problems.length + refused.length + unasked.length > 0) process.exitCode = 1
