/**
 * What happens by itself with very many investments, beside pgbench's simple update on the same server, in the same run: a
 * day's posting of earnings, and maturities that come at once. By hand, with other numbers:
 * `node bench/measure-accrual.ts [investors] [workers] [investors whose investments mature]`
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { INVESTMENT_PROOFS } from '#investments/proof/proofs.ts'
import { SECOND } from '#kit/clock.ts'
import { openDatabase } from '#kit/database.ts'
import { readTransaction } from '#kit/transaction.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import { openOwnServer } from '../test/support/database.ts'
import { makeRunningInvestments } from '../scripts/running-investments.ts'
import { parentOf } from './processor-time.ts'
import { watched } from './watched.ts'

const run = promisify(execFile)
const CLIENTS = 32
const PGBENCH_SECONDS = 8
const WORKER = join(import.meta.dirname, '../scripts/sweep-worker.ts')
const DURATION = 31

/** Of the daily posting: investments, and what each took; `perUpdate` is how many of them for each simple update. */
export type AccrualCost = {
  investors: number
  investments: number
  workers: number
  per_second: number
  simple_updates_per_second: number
  per_update: number
  /** microseconds of the server's and of the app's processors for each */
  processor_us: number
  app_us: number
  wal_bytes: number
  /** of the worker that had the most */
  memory_mib: number
  maturities: { investments: number; seconds: number; per_second: number }
}

type Worked = { seconds: number; processor: number; memory: number }

/** Measures both; answers undefined where there is no pgbench. Throws where anything was left undone or proves to be wrong. */
export async function measureAccrual(
  sizes: { investors: number; workers: number; maturing: number },
  say: (line: string) => void,
): Promise<AccrualCost | undefined> {
  if ((await run('pgbench', ['--version']).catch(() => undefined)) === undefined) return undefined
  const server = await openOwnServer()
  try {
    const { connectionString } = await server.createDatabase()
    const client = await connected(connectionString)
    const investments = await makeRunningInvestments(client, sizes.investors)
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const postmaster = await parentOf(rows[0]?.pid ?? 0)
    const updates = await simpleUpdates(client, postmaster, (await server.createDatabase()).connectionString)
    say(`${investments} investments of ${sizes.investors} investors; simple update: ${Math.round(updates)} a second`)
    await client.query('CHECKPOINT')

    const before = await position(client)
    let worked: Worked[] = []
    const seen = await watched(client, postmaster, async () => {
      worked = await Promise.all(Array.from({ length: sizes.workers }, () => sweep('accrual', connectionString)))
    })
    const perSecond = investments / Math.max(...worked.map(({ seconds }) => seconds))
    const wal = Number(
      await one(client, `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '${before}')::text AS one`),
    )
    await prove(client, connectionString, `accrued_at < date_trunc('day', now(), 'UTC')`)
    await client.end()

    const maturing = (await server.createDatabase()).connectionString
    const other = await connected(maturing)
    const matured = await makeRunningInvestments(other, sizes.maturing, DURATION)
    const { seconds } = await sweep('maturity', maturing)
    await prove(other, maturing, 'accrued_at IS NOT NULL')
    await other.end()
    return {
      ...sizes,
      investments,
      per_second: Math.round(perSecond),
      simple_updates_per_second: Math.round(updates),
      per_update: Number((perSecond / updates).toFixed(1)),
      processor_us: Number((seen.processor / investments).toFixed(1)),
      app_us: Number((worked.reduce((all, { processor }) => all + processor, 0) / investments).toFixed(1)),
      wal_bytes: Math.round(wal / investments),
      memory_mib: Math.round(Math.max(...worked.map(({ memory }) => memory)) / 1024 ** 2),
      maturities: {
        investments: matured,
        seconds: Number(seconds.toFixed(1)),
        per_second: Math.round(matured / seconds),
      },
    }
  } finally {
    await server.close()
  }
}

/** What simple-update makes a second. */
async function simpleUpdates(client: pg.Client, postmaster: number, url: string): Promise<number> {
  await run('pgbench', ['-i', '-q', '-s', '10', url])
  const asked = ['-n', '-M', 'prepared', '-N', '-c', String(CLIENTS), '-j', '2', '-T', String(PGBENCH_SECONDS), url]
  const seen = await watched(client, postmaster, async () => void (await run('pgbench', asked)), {
    settling: SECOND,
    measured: (PGBENCH_SECONDS - 2) * SECOND,
  })
  return (seen.transactions * SECOND) / seen.milliseconds
}

async function sweep(what: 'accrual' | 'maturity', url: string): Promise<Worked> {
  const { stdout } = await run(process.execPath, [WORKER, what, url])
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Worked
}

/** Throws where something is left, or where what was posted is not what the terms come to. */
async function prove(client: pg.Client, connectionString: string, left: string): Promise<void> {
  const count = await one(client, `SELECT count(*)::text AS one FROM investment_earning WHERE ${left}`)
  if (count !== '0') throw new Error(`${count} are left`)
  const { db } = openDatabase({ connectionString }, { log: () => {} })
  // the first asks for decisions and acts of approvals, which were laid down
  const proved = await readTransaction(db, (tx) => proveAll({ tx, since: null }, INVESTMENT_PROOFS.slice(1)))
  await db.destroy()
  const wrong = proved.find((proof) => proof.wrong !== null)
  if (wrong !== undefined) throw new Error(`${wrong.wrong?.says}: ${wrong.name}`)
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  // where something fails, the server is stopped before that is told
  client.on('error', () => {})
  await client.connect()
  return client
}

async function position(client: pg.Client): Promise<string> {
  return one(client, 'SELECT pg_current_wal_insert_lsn()::text AS one')
}

async function one(client: pg.Client, query: string): Promise<string> {
  return (await client.query<{ one: string }>(query)).rows[0]?.one ?? ''
}

if (process.argv[1] === import.meta.filename) {
  const [investors = 40_000, workers = 2, maturing = 40_000] = process.argv.slice(2).map(Number)
  console.log(await measureAccrual({ investors, workers, maturing }, (line) => console.log(line)))
}
