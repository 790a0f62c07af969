/**
 * Kills the app, its database, or both with SIGKILL at random moments under load, and counts afterwards.
 *
 *   npm run kill-rounds [-- rounds]      (30 by default)
 *
 * Every request carries an Idempotency-Key. What was acknowledged must stand in the books once; what was not is asked
 * again with the same key after the restart, and must then stand there once too. Ends with the plain figures, and with
 * exit code 1 when anything was lost, counted twice, or does not balance.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#kit/database.ts'
import { startEmbeddedPostgres } from '#kit/embedded-postgres.ts'
import { look } from '#kit/transaction.ts'
import { checkBooks } from '#ledger/check-books.ts'
import { OUR_BITCOIN, THEIR_BITCOIN } from '../test/addresses.ts'
import { OWNER } from '../test/app.ts'
import { Visitor } from '../test/visitor.ts'

const ROUNDS = Number(process.argv[2] ?? 30)
const WORKERS = 6
const RESTART_LIMIT = 60_000
const VICTIMS = ['the app', 'the database', 'both'] as const

type Request = {
  path: string
  body: { amount: string; [field: string]: unknown }
  by: 'owner' | 'investor'
  key: string
}

const dataDir = await mkdtemp(join(tmpdir(), 'plumb-kill-'))
const port = await freePort()
const url = `http://localhost:${port}`
const owner = new Visitor(url, join(dataDir, 'outbox'))
const investor = new Visitor(url, join(dataDir, 'outbox'))

let app: ChildProcess | undefined
let stopping = false
const acknowledged: Request[] = []
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

/** Every request asks for another amount, so that each can be found in the books by it. */
let cents = 10_000
function nextRequest(planId: string, walletId: string): Request {
  cents += 1
  const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  const key = randomUUID()
  const kind = cents % 3
  if (kind === 0)
    return { path: `/api/topup-user/${investor.id}`, body: { amount, account: 'bonus' }, by: 'owner', key }
  if (kind === 1)
    return {
      path: '/api/save-investment',
      body: { amount, plan_id: planId, wallet_id: walletId, duration: 14 },
      by: 'investor',
      key,
    }
  return {
    path: '/api/withdraw',
    body: { amount, source: 'investment', wallet_address: THEIR_BITCOIN, wallet_name: 'Bitcoin' },
    by: 'investor',
    key,
  }
}

/** Sends requests one after the other; one without an answer is sent again, the same, until it has one. */
async function work(planId: string, walletId: string): Promise<void> {
  while (!stopping) {
    const request = nextRequest(planId, walletId)
    asked += 1
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
      if (answer !== undefined && answer.status < 500) {
        refused.push(`${request.path} ${answer.status} ${JSON.stringify(answer.body)}`)
        break
      }
      await pause(100)
    }
  }
}

/** How often each amount stands in the database, by the kind of request. */
async function countInTheBooks(): Promise<{ counts: Map<string, number>; problems: string[] }> {
  const database = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const { db, pool } = openDatabase({ connectionString: database.connectionString }, { log: () => {} })
  try {
    const { rows } = await pool.query<{ path: string; amount: bigint; times: bigint }>(
      `
      SELECT '/api/topup-user/' || $1::text AS path, e.amount * a.side AS amount, count(*) AS times
      FROM entry e JOIN account a ON a.id = e.account_id WHERE a.name = 'investor/' || $1::text || '/bonus' GROUP BY 1, 2
      UNION ALL SELECT '/api/save-investment', amount, count(*) FROM investment GROUP BY 1, 2
      UNION ALL SELECT '/api/withdraw', w.amount, count(*) FROM withdrawal w GROUP BY 1, 2
      UNION ALL SELECT 'held for /api/withdraw', e.amount * a.side, count(*)
      FROM entry e JOIN account a ON a.id = e.account_id WHERE a.name = 'investor/' || $1::text || '/withdrawing' GROUP BY 1, 2`,
      [investor.id],
    )
    return {
      counts: new Map(rows.map((row) => [`${row.path} ${row.amount}`, Number(row.times)])),
      problems: await look(db, checkBooks),
    }
  } finally {
    await db.destroy()
    await database.stop()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
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

const workers = Array.from({ length: WORKERS }, () => work(plans[0].id, wallets[0].id))
const restarts: number[] = []
for (let round = 1; round <= ROUNDS; round += 1) {
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
const keyOf = (path: string, amount: string) => `${path} ${BigInt(amount.replace('.', '')) * 10_000n}`
const wrong = acknowledged.flatMap(({ path, body }) => {
  const times = counts.get(keyOf(path, body.amount)) ?? 0
  const held = path === '/api/withdraw' ? (counts.get(keyOf(`held for ${path}`, body.amount)) ?? 0) : 1
  return times === 1 && held === 1 ? [] : [`${path} of ${body.amount} stands ${times} times (held ${held})`]
})
const known = new Set(acknowledged.map(({ path, body }) => keyOf(path, body.amount)))
const unasked = [...counts.keys()].filter((key) => key.startsWith('/api/') && !known.has(key))
await rm(dataDir, { recursive: true, force: true })

console.log(`
rounds                 ${ROUNDS}
requests               ${asked} (${askedAgain} times asked again with the same key)
acknowledged           ${acknowledged.length}
refused                ${refused.length} ${refused[0] ?? ''}
lost or counted twice  ${wrong.length} ${wrong[0] ?? ''}
there without an answer ${unasked.length} ${unasked[0] ?? ''}
books                  ${problems.length === 0 ? 'balance' : problems.join('; ')}
at work again after    ${Math.round([...restarts].sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0)} ms (median), ${Math.round(Math.max(...restarts))} ms (longest)`)
if (wrong.length + problems.length + refused.length + unasked.length > 0) process.exitCode = 1
