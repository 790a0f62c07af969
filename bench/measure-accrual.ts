/**
 * What the daily posting takes of very many, on a server of its own: investments a second beside pgbench's simple update on
 * the same server, and what it writes ahead. `node bench/measure-accrual.ts [investors] [workers]`: 40,000 and 1; each
 * has 2.5 running investments.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { accrueDue } from '#investments/accrue.ts'
import { SECOND } from '#kit/clock.ts'
import { openDatabase } from '#kit/database.ts'
import { readTransaction } from '#kit/transaction.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import { INVESTMENT_PROOFS } from '#investments/proof/proofs.ts'
import { openOwnServer } from '../test/support/database.ts'

const PGBENCH = ['pgbench', '/usr/lib/postgresql/15/bin/pgbench'].find((path) =>
  path === 'pgbench' ? spawnSync(path, ['--version']).status === 0 : existsSync(path),
)
const PGBENCH_SECONDS = 8
const [investors = 40_000, workers = 1, together = 500] = process.argv.slice(2).map(Number)

/** People with accounts, a plan and a wallet, and what runs: since yesterday morning, and nothing posted of it yet. */
const MADE = `
  CREATE TEMP TABLE person AS SELECT n, gen_random_uuid() AS id, n AS place FROM generate_series(1, ${investors}) AS n;
  UPDATE person SET id = overlay(id::text PLACING lpad(to_hex(place), 8, '0') FROM 1 FOR 8)::uuid;
  ALTER TABLE app_user DISABLE TRIGGER USER;
  INSERT INTO app_user (id, name, email, phone, country, password_hash, password_set_at, terms_version, terms_accepted_at, created_at)
  SELECT id, 'Person ' || n, 'person' || n || '@bench.test', '+1555' || lpad(n::text, 7, '0'), 'US', 'x', now(), 1, now(), now() - interval '3 days' FROM person;
  ALTER TABLE app_user ENABLE TRIGGER USER;
  INSERT INTO account (owner_id, kind, side, floor, created_at)
  SELECT person.id, kind, -1, 0, now() FROM person, unnest('{earnings,invested}'::text[]) AS kind ORDER BY place;
  INSERT INTO wallet (id, name, address, network, created_at) VALUES ('00000000-0000-7000-8000-0000000000aa', 'Bitcoin', 'x', 'bitcoin', now());
  INSERT INTO plan (id, name, description, min_amount, max_amount, durations, ref_bonus, daily_roi, created_at)
  VALUES ('00000000-0000-7000-8000-0000000000bb', 'Steady', '', 1, 1000000000, '{30}', 0, 4000, now());
  INSERT INTO investment (user_id, id, tranx_id, plan_id, wallet_id, source, status, amount, plan_name, duration, daily_roi,
    ref_bonus, wallet_name, wallet_address, network, created_at, expires_at, began_at)
  SELECT person.id, overlay(gen_random_uuid()::text PLACING lpad(to_hex(place * 4 + k), 8, '0') FROM 1 FOR 8)::uuid, gen_random_uuid()::text,
    '00000000-0000-7000-8000-0000000000bb', '00000000-0000-7000-8000-0000000000aa', 'payment', 'approved', 100000000 + 7 * n, 'Steady', 30, 4000,
    0, 'Bitcoin', 'x', 'bitcoin', began, began, began
  FROM person, generate_series(0, 1 + n % 2) AS k,
    LATERAL (SELECT date_trunc('day', now(), 'UTC') - interval '1 day' + make_interval(secs => n % 3600) AS began) AS since
  ORDER BY place, k;
  UPDATE investment_earning SET accrued_at = began_at FROM investment WHERE investment.id = investment_id`

const server = await openOwnServer()
try {
  const { connectionString } = await server.createDatabase()
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  await client.query(MADE)
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
  const one = async (query: string) => (await client.query<{ one: string }>(query)).rows[0]?.one ?? ''
  const running = Number(await one('SELECT count(*)::text AS one FROM investment'))
  const backend = await one('SELECT pg_backend_pid()::text AS one')
  const postmaster = Number(readFileSync(`/proc/${backend}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  let atFirst = 0
  const updates =
    PGBENCH === undefined ? undefined : simpleUpdates(connectionString, () => (atFirst = serverSeconds(postmaster)))
  await client.query('CHECKPOINT')

  const afterUpdates = serverSeconds(postmaster)
  const before = await one('SELECT pg_current_wal_insert_lsn()::text AS one')
  const ownBefore = process.cpuUsage()
  const began = performance.now()
  const databases = Array.from({ length: workers }, () => openDatabase({ connectionString }, { log: () => {} }).db)
  await Promise.all(databases.map((db) => accrueDue(db, { job: 'accrual' }, undefined, together)))
  const seconds = (performance.now() - began) / SECOND
  const own = process.cpuUsage(ownBefore)
  for (const other of databases) await other.destroy()
  await new Promise((done) => setTimeout(done, 300))
  const taken = serverSeconds(postmaster) - afterUpdates
  const written = Number(await one(`SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '${before}')::text AS one`))
  const rate = running / seconds
  console.log(
    `${running} running investments of ${investors} investors, ${workers} at work: ${seconds.toFixed(1)} s, ${Math.round(rate)} a second, ` +
      `${(written / 1e6).toFixed(0)} MB written ahead (${Math.round(written / running)} bytes each)`,
  )
  if (updates !== undefined)
    console.log(
      `pgbench simple update: ${Math.round(updates)} a second; ${(rate / updates).toFixed(1)} investments for each`,
    )
  const left = await one(
    `SELECT count(*)::text AS one FROM investment_earning WHERE accrued_at < date_trunc('day', now(), 'UTC')`,
  )
  console.log(
    `processor: ${((taken * 1e6) / running).toFixed(0)} µs of the server and ${((own.user + own.system) / running).toFixed(0)} µs of the app for an investment; ${(((afterUpdates - atFirst) * 1e6) / ((updates ?? 1) * PGBENCH_SECONDS)).toFixed(0)} µs of the server for a simple update`,
  )
  const { db } = openDatabase({ connectionString }, { log: () => {} })
  if (left !== '0') throw new Error(`${left} are left`)
  const proved = await readTransaction(db, (tx) => proveAll({ tx, since: null }, INVESTMENT_PROOFS.slice(1)))
  for (const { name, looked, wrong } of proved)
    console.log(`${wrong === null ? 'true' : wrong.says}: ${name} (${looked})`)
  await db.destroy()
  await client.end()
} catch (error) {
  console.error(error)
} finally {
  await server.close()
}

/** Seconds of processor that the server's processes have taken that are over by now; of those that run nothing. */
function serverSeconds(postmaster: number): number {
  const fields = readFileSync(`/proc/${postmaster}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/** Transactions a second of eight clients, as pgbench makes them with -N; `made` is called once its tables are there. */
function simpleUpdates(connectionString: string, made: () => void): number {
  const run = (...args: string[]) => spawnSync(PGBENCH ?? '', [...args, connectionString], { encoding: 'utf8' })
  const initialized = run('--initialize', '--scale=10', '--quiet')
  if (initialized.status !== 0) throw new Error(initialized.stderr)
  made()
  const { stdout, stderr } = run('--skip-some-updates', '--client=8', '--jobs=2', `--time=${PGBENCH_SECONDS}`)
  const found = /tps = ([\d.]+) \(without/.exec(stdout)
  if (found === null) throw new Error(stderr)
  return Number(found[1])
}
