/** What posting costs, beside what PostgreSQL's own benchmark does on the same server: pgbench, rounds in turn. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '#postgres/migrate.ts'
import { openCallers } from './committer-callers.ts'
import { parentOf } from './processor-time.ts'
import { watched } from './watched.ts'

const run = promisify(execFile)

const CLIENTS = 32
/** Milliseconds in which connections are made and plans, and those that are measured. */
const SETTLING = 3000
const MEASURED = 5000
const ROUNDS = 3
/** Of investors; half of them pay the other half. */
const ACCOUNTS = 20_000
const BATCH = 256

/** Who wait for the group committer. */
const CALLERS = 128

/** What pgbench does on a database; `each` is how many transfers one transaction of it has. */
type Script = { what: string; database: string; text: string; clients: number; each: number }
/** What is measured: `run` takes so many milliseconds; `count`, where it says so, is of transfers, else it is by the server. */
type Measured = { what: string; each: number; run: (milliseconds: number) => Promise<void>; count?: () => number }

/** Of each round: transfers a second, and the server's time on the processor for each, in microseconds. */
export type PostingCost = { what: string; perSecond: number[]; processor: number[] }

export type PostingCosts = { costs: PostingCost[]; bytes: number; pgbench: string; postgresql: string }

/**
 * Measures postings one by one, all on one account, and many in a call, beside simple-update and TPC-B of pgbench and,
 * where `pgledger` names its folder, pgledger. `bytes` is what a transfer of two entries takes with all indexes. Answers
 * undefined where there is no pgbench.
 */
export async function measurePosting(
  connectionString: string,
  pgledger: string | undefined,
): Promise<PostingCosts | undefined> {
  const pgbench = await run('pgbench', ['--version']).catch(() => undefined)
  if (pgbench === undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'plumb-pgbench-'))
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number; version: string }>(
      `SELECT pg_backend_pid() AS pid, current_setting('server_version') AS version`,
    )
    const postmaster = await parentOf(rows[0]?.pid ?? 0)
    const address = (database: string) => connectionString.replace(/\/[^/?]+(?=\?|$)/, `/${database}`)
    const scripts = await prepareScripts(client, address, pgledger)
    const ways: Measured[] = [
      ...scripts.map((script) => ({
        ...script,
        run: (milliseconds: number) => runPgbench(address(script.database), script, folder, milliseconds),
      })),
      ...(await throughCommitter(address('bench_books'))),
    ]
    const before = await sizeOf(address('bench_books'))
    const costs = ways.map(({ what }): PostingCost => ({ what, perSecond: [], processor: [] }))
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [place, { run: begin, count, each }] of ways.entries()) {
        const part = { settling: SETTLING, measured: MEASURED, count }
        const seen = await watched(client, postmaster, () => begin(SETTLING + MEASURED + 1000), part)
        const transfers = seen.counted ?? seen.transactions * each
        costs[place]?.perSecond.push(transfers / (seen.milliseconds / 1000))
        costs[place]?.processor.push(seen.processor / transfers)
      }
    }
    const after = await sizeOf(address('bench_books'))
    const bytes = Math.round((after.bytes - before.bytes) / (after.transfers - before.transfers))
    return { costs, bytes, pgbench: pgbench.stdout.trim(), postgresql: rows[0]?.version ?? '' }
  } finally {
    await client.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function runPgbench(database: string, { text, clients }: Script, folder: string, milliseconds: number) {
  const file = join(folder, 'script.sql')
  await writeFile(file, text)
  const seconds = String(Math.ceil(milliseconds / 1000))
  const asked = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', seconds, '-f', file, database]
  await run('pgbench', asked)
}

async function throughCommitter(connectionString: string): Promise<Measured[]> {
  const random = await openCallers(connectionString, CALLERS)
  const hot = await openCallers(connectionString, CALLERS, 'expense/yield')
  return [
    { ...random, each: 1, what: `through the committer, ${CALLERS} callers, random accounts` },
    { ...hot, each: 1, what: `through the committer, ${CALLERS} callers, one hot account` },
  ]
}

async function prepareScripts(
  client: pg.Client,
  address: (database: string) => string,
  pgledger: string | undefined,
): Promise<Script[]> {
  for (const database of ['bench_simple', 'bench_books', 'bench_pgledger']) {
    await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${database}`)
  }
  await run('pgbench', ['-i', '-q', '-s', '10', address('bench_simple')])
  const simple = (what: string, name: string): Promise<Script> =>
    run('pgbench', ['--show-script', name]).then(({ stderr, stdout }) => ({
      ...{ what, database: 'bench_simple', text: scaled(stdout + stderr), clients: CLIENTS, each: 1 },
    }))
  return [
    await simple('pgbench, simple-update', 'simple-update'),
    await simple('pgbench, TPC-B', 'tpcb-like'),
    ...(await ourScripts(address('bench_books'))),
    ...(pgledger === undefined ? [] : await theirScripts(address('bench_pgledger'), pgledger)),
  ]
}

/** pgbench knows its scale for its own scripts alone. */
function scaled(script: string): string {
  return `\\set scale 10\n${script.slice(script.indexOf('\\set'))}`
}

/**
 * Random pairs of 20,000 accounts; the same with one account on one side of all; and 256 such transfers in one call. Ids of
 * records are of version 7, by time, as the app makes them.
 */
async function ourScripts(connectionString: string): Promise<Script[]> {
  const { first, house, last } = await openPayingAccounts(connectionString)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const half = first + ACCOUNTS / 2
    const single = (paying: string) => `\\set key random(1, 9000000000000000000)
\\set paying random(${first}, ${half - 1})
\\set paid random(${half}, ${last})
SELECT * FROM ledger_post(
  ARRAY[:key]::bigint[], '{investment earned}', '{investment}', ARRAY[uuidv7()], '{NULL}', '{NULL}',
  NULL, NULL, 'bench', clock_timestamp(), ARRAY[${paying}, :paid]::integer[], '{1,1}', '{1,2}', '{1000000,-1000000}');`
    const ours = { database: 'bench_books', clients: CLIENTS, each: 1 }
    return [
      { ...ours, what: 'a posting a call, random accounts', text: single(':paying') },
      { ...ours, what: 'a posting a call, one hot account', text: single(String(house)) },
      {
        ...{ ...ours, clients: 1, each: BATCH, what: `${BATCH} postings a call, one connection` },
        text: `\\set key random(1, 9000000000000000)\n\\set paying random(${first}, ${half - 1 - BATCH})\n\\set paid random(${half}, ${last - BATCH})
SELECT * FROM ledger_post(
  (SELECT array_agg(:key::bigint + n) FROM generate_series(1, ${BATCH}) AS n), array_fill('investment earned'::transfer_kind, ARRAY[${BATCH}]),
  array_fill('investment'::record_kind, ARRAY[${BATCH}]), (SELECT array_agg(uuidv7()) FROM generate_series(1, ${BATCH})),
  array_fill(NULL::bigint, ARRAY[${BATCH}]), array_fill(NULL::bigint, ARRAY[${BATCH}]), NULL, NULL, 'bench', clock_timestamp(),
  (SELECT array_agg(:paying::integer + n) FROM generate_series(1, ${BATCH}) AS n) || (SELECT array_agg(:paid::integer + n) FROM generate_series(1, ${BATCH}) AS n),
  (SELECT array_agg((n + 1) / 2) FROM generate_series(1, ${2 * BATCH}) AS n),
  (SELECT array_agg(CASE n % 2 WHEN 1 THEN (n + 1) / 2 ELSE ${BATCH} + n / 2 END) FROM generate_series(1, ${2 * BATCH}) AS n),
  (SELECT array_agg(CASE n % 2 WHEN 1 THEN 1000000 ELSE -1000000 END) FROM generate_series(1, ${2 * BATCH}) AS n));`,
      },
    ]
  } finally {
    await client.end()
  }
}

/**
 * Migrates a database, and opens 20,000 accounts of investors in it that all have something; answers the first and the last of
 * them, and the one of the house that has given it.
 */
export async function openPayingAccounts(
  connectionString: string,
): Promise<{ first: number; last: number; house: number }> {
  await migrate({ connectionString })
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(`SELECT ledger_open((SELECT jsonb_agg(
        jsonb_build_object('owner_id', gen_random_uuid(), 'kind', 'earnings', 'side', -1, 'floor', 0)
      ) FROM generate_series(1, ${ACCOUNTS})), now())`)
    const { rows } = await client.query<{ first: number; yield: number }>(
      `SELECT min(id) FILTER (WHERE kind = 'earnings') AS first, min(id) FILTER (WHERE kind = 'yield') AS yield FROM account`,
    )
    const { first = 0, yield: house = 0 } = rows[0] ?? {}
    // everybody has something first, each by a transfer of their own: what the planner learns is as in a real house
    await client.query(
      `SELECT count(*) FROM ledger_post(
         (SELECT array_agg(n) FROM generate_series(1, $3::bigint) AS n), array_fill('investment earned'::transfer_kind, ARRAY[$3::integer]),
         array_fill('user'::record_kind, ARRAY[$3::integer]), (SELECT array_agg(uuidv7()) FROM generate_series(1, $3::integer)),
         array_fill(NULL::bigint, ARRAY[$3::integer]), array_fill(NULL::bigint, ARRAY[$3::integer]), NULL, NULL, 'bench', now(),
         (SELECT array_agg(id ORDER BY id) FROM account WHERE id = $1 OR id >= $2),
         (SELECT array_agg((n + 1) / 2) FROM generate_series(1, 2 * $3::integer) AS n),
         (SELECT array_agg(CASE n % 2 WHEN 1 THEN 1 ELSE n / 2 + 1 END) FROM generate_series(1, 2 * $3::integer) AS n),
         (SELECT array_agg(CASE n % 2 WHEN 1 THEN 1 ELSE -1 END * 1000000000000) FROM generate_series(1, 2 * $3::integer) AS n))`,
      [house, first, ACCOUNTS],
    )
    await client.query('VACUUM ANALYZE')
    return { first, last: first + ACCOUNTS - 1, house }
  } finally {
    await client.end()
  }
}

/** pgledger as its folder has it, with as many accounts of its own. */
async function theirScripts(connectionString: string, folder: string): Promise<Script[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const file of ['ulid-to-uuid.sql', 'uuid-to-ulid.sql']) {
      await client.query(await readFile(join(folder, 'vendor/scoville-pgsql-ulid', file), 'utf8'))
    }
    await client.query(await readFile(join(folder, 'pgledger.sql'), 'utf8'))
    await client.query(`CREATE TABLE numbered AS
      SELECT n, (pgledger_create_account('account ' || n, 'USD')).id FROM generate_series(1, ${ACCOUNTS}) AS n;
      CREATE UNIQUE INDEX ON numbered (n) INCLUDE (id)`)
    await client.query('VACUUM ANALYZE')
    const half = ACCOUNTS / 2
    const text = (one: string) =>
      `\\set paying random(1, ${half})\n\\set paid random(${half + 1}, ${ACCOUNTS})\n` +
      `SELECT * FROM pgledger_create_transfer((SELECT id FROM numbered WHERE n = ${one}), (SELECT id FROM numbered WHERE n = :paid), 1.00);`
    const theirs = { database: 'bench_pgledger', clients: CLIENTS, each: 1 }
    return [
      { ...theirs, what: 'pgledger, random accounts', text: text(':paying') },
      { ...theirs, what: 'pgledger, one hot account', text: text('1') },
    ]
  } finally {
    await client.end()
  }
}

async function sizeOf(connectionString: string): Promise<{ bytes: number; transfers: number }> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('VACUUM ANALYZE')
    const { rows } = await client.query<{ bytes: number; transfers: number }>(
      `SELECT (pg_total_relation_size('transfer') + pg_total_relation_size('entry'))::float8 AS bytes,
         count(*)::integer AS transfers FROM transfer`,
    )
    return rows[0] ?? { bytes: NaN, transfers: NaN }
  } finally {
    await client.end()
  }
}
