import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from './support/database.ts'

/** What the app's login may do with whole tables beyond reading and adding rows; all else it changes column by column. */
const MAY_DELETE = [
  ...[
    'archive',
    'archive_piece',
    'authenticator',
    'candle',
    'contact_change',
    'document_key',
    'event_stream',
    'factor_challenge',
    'factor_take_back',
    'guessing_report',
  ],
  ...['idempotency', 'identity_claim', 'known_place', 'last_sign_in', 'live_event', 'logo', 'message'],
  ...[
    'notification',
    'passkey',
    'picture',
    'proof_alarm',
    'proof_mail_wish',
    'proof_tree',
    'provider_event',
    'push',
    'push_subscription',
    'rate_limit',
  ],
  ...[
    'recovery_code',
    'registration',
    'reset_link',
    'reset_request',
    'saved_filter',
    'screening_entry',
    'screening_name',
    'screening_person',
  ],
  ...['sealed_document', 'session', 'sign_in_attempt', 'sign_in_challenge', 'what_if', 'wrong_sign_in'],
]
/** Nothing in them is ever changed or deleted by the app. */
const APPEND_ONLY = ['audit_entry', 'decision', 'entry', 'transfer']

let server: TestServer
let client: pg.Client
let drop: () => Promise<void>
beforeAll(async () => {
  server = await openTestServer()
  const database = await server.createDatabase()
  drop = database.drop
  client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await drop()
  await server.close()
})

const names = async (query: string): Promise<string[]> =>
  (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)
const tablesWith = (right: string) =>
  names(`SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm') AND relnamespace = 'public'::regnamespace
    AND has_table_privilege('plumb_app', oid, '${right}') ORDER BY relname`)

test('the app deletes from the tables of this list, and from no other', async () => {
  expect(await tablesWith('DELETE')).toEqual(MAY_DELETE.toSorted())
})

test('the app empties no table, makes no trigger and refers to none', async () => {
  for (const right of ['TRUNCATE', 'TRIGGER', 'REFERENCES']) expect(await tablesWith(right), right).toEqual([])
})

test('the app changes nothing in the books, the decisions and the audit log', async () => {
  const changed = await names(
    `SELECT DISTINCT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND has_column_privilege('plumb_app', pg_class.oid, attnum, 'UPDATE')`,
  )
  expect(changed.length).toBeGreaterThan(10)
  expect(changed.filter((name) => APPEND_ONLY.includes(name))).toEqual([])
})

test('the app owns nothing, makes nothing and is a member of nothing', async () => {
  expect(await names(`SELECT relname AS name FROM pg_class WHERE relowner = 'plumb_app'::regrole`)).toEqual([])
  expect(await names(`SELECT proname AS name FROM pg_proc WHERE proowner = 'plumb_app'::regrole`)).toEqual([])
  const { rows } = await client.query(
    `SELECT has_schema_privilege('plumb_app', 'public', 'CREATE') AS schema, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
      (SELECT count(*)::int FROM pg_auth_members WHERE member = 'plumb_app'::regrole) AS member
     FROM pg_roles WHERE rolname = 'plumb_app'`,
  )
  expect(rows).toEqual([
    {
      ...{ schema: false, rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false },
      ...{ rolbypassrls: false, member: 0 },
    },
  ])
})
