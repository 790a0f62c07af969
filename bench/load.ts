/** Makes the load fixture: everything that `npm run load` and `npm run bench` fill a database with. */
import pg from 'pg'
import { hashPassword } from '#identity/passwords.ts'
import { EVERY_PROOF } from '#funds/proof/every-proof.ts'
import { HOUR } from '#kit/clock.ts'
import { openDatabase } from '#kit/database.ts'
import { newToken } from '#kit/ids.ts'
import { migrate } from '#postgres/migrate.ts'
import { readTransaction } from '#kit/transaction.ts'
import { proveAll } from '#ledger/proof/proof.ts'
import { ACTS, FUNCTIONS, PEOPLE, POSTINGS, RECORDS, TRACES, transfersBetween, type Step } from './load-steps.ts'

type LoadFixture = {
  owner: { email: string; password: string }
  /** how many rows there are, by table */
  counts: Record<string, number>
}

export const INVESTMENTS_EACH = 3
export const ENTRIES_EACH = 10
const MOST_USERS = 1_000_000
/** The first few alone, so that what follows is planned by what is there. */
const FIRST_TRANSFERS = 200
const TRANSFERS_AT_ONCE = 50_000
const MADE_OF_NOTHING = ['app_user', 'registration', 'wallet', 'plan', 'transfer', 'demo_mark']
const FILLED_AT_ONCE = [
  'app_user',
  'registration',
  'identity_check',
  'investment',
  'withdrawal',
  'referral',
  'audit_entry',
  'decision',
]
/** Whose rows begin as what they have become: what refuses that stands aside for them. */
const LAID_DOWN = ['identity_check', 'investment', 'withdrawal', 'referral']
const COUNTED = ['app_user', 'investment', 'withdrawal', 'referral', 'transfer', 'entry', 'audit_entry']

/**
 * Makes the fixture in one transaction: all of it or nothing. Throws a sentence where `users` is no multiple of 100,
 * where the database holds anything already, or where the books of what was made are wrong.
 */
export async function makeLoadFixture(
  connectionString: string,
  { users, say, now }: { users: number; say: (line: string) => void; now: Date },
): Promise<LoadFixture> {
  if (!(users >= 100 && users <= MOST_USERS && users % 100 === 0)) {
    throw new Error(`--users may be a multiple of 100, up to ${MOST_USERS}.`)
  }
  await migrate({ connectionString })
  const owner = { email: 'load-owner@load.plumb.test', password: newToken() }
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(`BEGIN; SET LOCAL TIME ZONE 'UTC'; SET LOCAL work_mem = '128MB'`)
    for (const table of MADE_OF_NOTHING) await refuseUnlessEmpty(client, table)
    await client.query(`CREATE TEMP TABLE load_setting ON COMMIT DROP AS SELECT
      '${now.toISOString()}'::timestamptz AS now, ${users}::bigint AS users,
      '${await hashPassword(owner.password)}' AS owner_hash, '${await hashPassword(newToken())}' AS nobodys_hash`)
    await client.query(FUNCTIONS)
    const indexes = await putAsideIndexes(client)
    for (const table of LAID_DOWN) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${table}_begins`)
    await runSteps(client, [...PEOPLE, ...RECORDS, ...ACTS, ...POSTINGS], say)
    await postAll(client, say)
    await runSteps(client, [...TRACES, ...indexes], say)
    for (const table of LAID_DOWN) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER ${table}_begins`)
    await client.query('COMMIT')
    await client.query('VACUUM ANALYZE')
    say('Checking the books…')
    await refuseWrongBooks(connectionString)
    return { owner, counts: await countRows(client) }
  } finally {
    await client.end()
  }
}

async function refuseUnlessEmpty(client: pg.Client, table: string): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT 1`)
  if (rowCount === 0) return
  throw new Error(
    `This database holds something already (in ${table}), and the load fixture goes into an empty one only. ` +
      'Name another with DATABASE_URL or DATA_DIR.',
  )
}

/**
 * Drops the indexes of the tables that are filled in one go, but for those that a constraint stands on: to build an
 * index over all rows is several times quicker than to keep it row by row. Answers the steps that make them again.
 */
async function putAsideIndexes(client: pg.Client): Promise<Step[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY($1::text[]::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid) ORDER BY 1`,
    [FILLED_AT_ONCE],
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`)
  return rows.map(({ name, definition }) => ({ what: `index ${name}`, sql: definition }))
}

async function runSteps(client: pg.Client, steps: readonly Step[], say: (line: string) => void): Promise<void> {
  for (const { what, sql } of steps) {
    const began = performance.now()
    // a step of several statements answers for each
    const results = [await client.query(sql)].flat()
    const rows = Math.max(...results.map(({ rowCount }) => rowCount ?? 0))
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    say(`${seconds.padStart(6)} s  ${what}${rows > 0 ? `: ${rows.toLocaleString('en-US')}` : ''}`)
  }
}

/** Through the books' own triggers, in the order of time, so that no balance is ever below its floor. */
async function postAll(client: pg.Client, say: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::integer AS count FROM load_transfer')
  const transfers = rows[0]?.count ?? 0
  // the triggers join what was just written, of which the planner knows nothing: it would go over it row by row
  await client.query('SET LOCAL enable_nestloop = off')
  let to = 0
  while (to < transfers) {
    const after = to
    to = Math.min(after + (after === 0 ? FIRST_TRANSFERS : TRANSFERS_AT_ONCE), transfers)
    const what = `ledger entries of transfers ${after + 1} to ${to}`
    await runSteps(client, [{ what, sql: transfersBetween(after, to) }], say)
    if (after === 0) await client.query('ANALYZE account; ANALYZE transfer; ANALYZE entry')
  }
  await client.query('SET LOCAL enable_nestloop = on')
}

async function refuseWrongBooks(connectionString: string): Promise<void> {
  // the whole of the books at once takes its time
  const { db } = openDatabase({ connectionString }, { size: 1, log: () => {}, patience: { answer: HOUR } })
  try {
    const proved = await readTransaction(db, (tx) => proveAll({ tx, since: null }, EVERY_PROOF))
    const problems = proved.flatMap(({ wrong }) => wrong?.says ?? [])
    if (problems.length > 0) throw new Error(`The books are wrong: ${problems.slice(0, 3).join('; ')}.`)
  } finally {
    await db.destroy()
  }
}

async function countRows(client: pg.Client): Promise<LoadFixture['counts']> {
  const counts: LoadFixture['counts'] = {}
  for (const table of COUNTED) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${table}`)
    counts[table] = rows[0]?.count ?? 0
  }
  return counts
}
