/**
 * The app's connections to its database, looked at from inside it: on the PostgreSQL that Plumb brings, whose owner is a
 * superuser, and on a PostgreSQL 15 elsewhere, reached by password, whose owner is none.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startApp } from '#app/start.ts'
import { buildWebWhenStale } from '#app/web-build.ts'
import { admitApp, forgetPepper } from '#postgres/admit-app.ts'
import { asOwner } from '#postgres/as-owner.ts'
import { HOUR, MINUTE, systemClock } from '#kit/clock.ts'
import { databaseClock, type Moment } from '#kit/database-clock.ts'
import { type Database, openDatabase, readingPoolOf } from '#kit/database.ts'
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { newId } from '#kit/ids.ts'
import { openPepper, pepperFile } from '#kit/pepper.ts'
import { readSettings } from '#kit/config.ts'
import { transaction } from '#kit/transaction.ts'
import { custodyAccount, investorAccount, openInvestorAccounts, openWalletAccounts } from '#ledger/accounts.ts'
import { credit, debit, post } from '#ledger/post.ts'
import { microUsd } from '#money/micro-usd.ts'
import { OUR_BITCOIN, SOMEBODYS_BITCOIN, THEIR_BITCOIN } from './support/addresses.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { missingSystemPostgres, startSystemPostgres, type SystemPostgres } from './support/system-postgres.ts'
import type { Visitor } from './support/visitor.ts'
import { THOROUGH } from './support/thorough.ts'

const ROOT = join(import.meta.dirname, '..')
const ANOTHER = 'another pepper of more than thirty-two bytes'
const LEDGER = ['account', 'transfer', 'entry', 'payout_txid']
/** What no statement on the app's connections may do. */
const DENIED = { code: '42501' }
/** Starts wait for one another by it. */
const STARTING = 7_214_500_113

type Say = (line: string) => void

type Deployment = {
  connectionString: string
  /** Makes another database on the same server, for another house, and answers its address. */
  neighbour(): Promise<string>
  close(): Promise<void>
}

async function embedded(dataDir: string): Promise<Deployment> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const { connectionString } = server
  return {
    connectionString,
    async neighbour() {
      await asUser(connectionString, (client) => client.query('CREATE DATABASE neighbour'))
      return inDatabase(connectionString, 'neighbour')
    },
    close: () => server.stop(),
  }
}

async function elsewhere(): Promise<Deployment> {
  const server = await startSystemPostgres()
  await asUser(server.administrator(), async (client) => {
    await client.query("CREATE ROLE house LOGIN CREATEROLE PASSWORD 'of the house'")
    await client.query('CREATE DATABASE plumb OWNER house')
  })
  return {
    connectionString: server.address('house', 'of the house', 'plumb'),
    async neighbour() {
      await asUser(server.administrator(), (client) => client.query('CREATE DATABASE neighbour OWNER house'))
      return server.address('house', 'of the house', 'neighbour')
    },
    close: () => server.stop(),
  }
}

function inDatabase(address: string, database: string): string {
  const changed = new URL(address)
  changed.pathname = `/${database}`
  return changed.href
}

/** The same address; no lock is waited for longer than half a second. */
function impatient(address: string): string {
  const changed = new URL(address)
  changed.searchParams.set('lock_timeout', '500')
  return changed.href
}

async function asUser<T>(connectionString: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

const settingsOf = (env: Record<string, string>) => readSettings({ PORT: '0', MARKET: 'off', ...env })

beforeAll(() => buildWebWhenStale(systemClock, () => {}))

const missing = missingSystemPostgres()
test.runIf(missing !== undefined)('the app’s login on PostgreSQL 15', (context) => {
  context.skip(`not looked at: ${missing}`)
})

const onPlace = (open: (dataDir: string) => Promise<Deployment>) => {
  let dataDir: string
  let place: Deployment
  let apps: App[]
  let owner: pg.Client
  let database: string

  const start = (env: Record<string, string> = {}, more: { connectionString?: string; say?: Say } = {}) =>
    startApp({
      settings: settingsOf({ DATA_DIR: dataDir, ...env }),
      ...{ connectionString: place.connectionString, clock: systemClock, log: false, ...more },
    })
  /** The address by which its app comes in. */
  const admitted = () =>
    admitApp({
      connectionString: place.connectionString,
      appConnectionString: undefined,
      pepper: openPepper({ dataDir, pepper: undefined }),
    })
  const db = (): Database => {
    const [app] = apps
    if (app === undefined) throw new Error('no app has started')
    return app.db
  }
  const ask = async <T>(query: string): Promise<T[]> => (await sql.raw<T>(query).execute(db())).rows
  const tell = (statement: string) => sql.raw(statement).execute(db())

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'plumb-login-'))
    place = await open(dataDir)
    // Two processes find the database empty at the same moment.
    apps = await Promise.all([start(), start()])
    owner = new pg.Client({ connectionString: place.connectionString })
    await owner.connect()
    const { rows } = await owner.query('SELECT oid FROM pg_database WHERE datname = current_database()')
    database = String(rows[0].oid)
  })
  afterAll(async () => {
    await owner.end()
    await Promise.all(apps.map((app) => app.stop()))
    await place.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('every connection of every process is that of a login of its own', async () => {
    for (const app of apps) {
      expect((await fetch(`${app.address}/healthz`)).status).toBe(200)
      await sql`SELECT 1`.execute(readingPoolOf(app.db))
    }
    const connections = async () => {
      const { rows } = await owner.query<{ name: string }>(
        `SELECT usename AS name FROM pg_stat_activity WHERE datname = current_database()
         AND usename IS NOT NULL AND pid <> pg_backend_pid()`,
      )
      return rows.map(({ name }) => name)
    }
    // of each: one that writes, one that looks, one that listens, one of health
    await expect.poll(async () => (await connections()).length).toBeGreaterThanOrEqual(8)
    expect(new Set(await connections())).toEqual(new Set([`plumb_app_${database}`]))
  })

  test('it is nobody but itself, owns nothing and may do nothing to the server', async () => {
    const [self] = await ask(`
      SELECT session_user::text AS session, current_user::text AS present,
        rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS mighty,
        (SELECT array_agg(other.rolname::text) FROM pg_roles AS other
          WHERE other.rolname <> session_user AND pg_has_role(session_user, other.oid, 'MEMBER')) AS may_be,
        (SELECT count(*)::int FROM pg_shdepend WHERE refobjid = pg_roles.oid AND deptype = 'o') AS owns,
        (SELECT count(*)::int FROM pg_class WHERE pg_has_role(session_user, relowner, 'USAGE')) AS owned_tables,
        has_database_privilege(current_database(), 'CREATE, TEMPORARY') AS makes_in_database,
        has_schema_privilege('public', 'CREATE') AS makes_in_schema
      FROM pg_roles WHERE rolname = session_user`)
    expect(self).toEqual({
      ...{ session: `plumb_app_${database}`, present: `plumb_app_${database}`, mighty: false, may_be: ['plumb_app'] },
      ...{ owns: 0, owned_tables: 0, makes_in_database: false, makes_in_schema: false },
    })
  })

  test('it becomes nobody else: what is said to that end is refused, or leaves it who it is', async () => {
    const { rows } = await owner.query<{ name: string; others: string[] }>(
      `SELECT current_user::text AS name, (SELECT array_agg(rolname::text) FROM pg_roles
         WHERE rolname NOT LIKE 'plumb\\_app%') AS others`,
    )
    const { name = '', others = [] } = rows[0] ?? {}
    expect(others).toContain(name)
    for (const other of [...others, 'pg_database_owner']) {
      await expect(tell(`SET ROLE "${other}"`), other).rejects.toMatchObject(DENIED)
      await expect(tell(`SET SESSION AUTHORIZATION "${other}"`), other).rejects.toMatchObject(DENIED)
      await expect(tell(`SELECT set_config('role', '${other}', false)`), other).rejects.toMatchObject(DENIED)
    }
    const back = ['RESET ROLE', 'SET ROLE NONE', 'RESET SESSION AUTHORIZATION', 'SET SESSION AUTHORIZATION DEFAULT']
    for (const statement of [...back, 'RESET ALL', 'DISCARD ALL']) {
      await db()
        .connection()
        .execute(async (connection) => {
          await sql.raw(statement).execute(connection)
          const { rows: now } = await sql<{ who: string }>`SELECT current_user::text AS who`.execute(connection)
          expect(now, statement).toEqual([{ who: `plumb_app_${database}` }])
          const change = sql`UPDATE account SET balance = balance + 1`.execute(connection)
          await expect(change, statement).rejects.toMatchObject(DENIED)
        })
    }
  })

  test.each([
    'ALTER ROLE CURRENT_USER CREATEROLE',
    'ALTER ROLE CURRENT_USER SUPERUSER',
    'CREATE ROLE mine',
    'CREATE TABLE mine ()',
    'CREATE TEMPORARY TABLE mine ()',
    'CREATE SCHEMA mine',
    'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'ALTER TABLE entry DISABLE TRIGGER ALL',
    'ALTER FUNCTION ledger_open(jsonb, timestamptz) SECURITY INVOKER',
    'DROP TRIGGER transfer_is_whole ON transfer',
    'SET session_replication_role = replica',
    "COPY app_user TO PROGRAM 'cat'",
    'SELECT * FROM pg_authid',
    'SELECT * FROM pepper_mark',
    'DELETE FROM pepper_mark',
    'DELETE FROM migration',
    "INSERT INTO moved_clock (stands_at) VALUES (now() + interval '1 day')",
    'INSERT INTO demo_mark (begun_at) VALUES (now())',
  ])('it may not: %s', async (statement) => {
    await expect(tell(statement)).rejects.toMatchObject(DENIED)
  })

  test('the books change through their functions and no other way', async () => {
    const [investor, wallet] = [newId(), newId()]
    const [earnings, custody] = [investorAccount(investor, 'earnings'), custodyAccount(wallet)]
    await transaction(db(), async (tx) => {
      const clock = await databaseClock(tx)
      await openInvestorAccounts(tx, clock, investor)
      await openWalletAccounts(tx, clock, wallet)
      const entries = [debit(custody, microUsd(5_000_000n)), credit(earnings, microUsd(5_000_000n))]
      const reference = { kind: 'investment', id: newId() } as const
      await post(tx, { job: 'test' }, clock.now(), [{ key: newId(), kind: 'correction', reference, entries }])
    })
    expect(await ask(`SELECT balance FROM account WHERE name = '${earnings}'`)).toEqual([{ balance: 5_000_000n }])
    for (const table of LEDGER) {
      const [row] = await ask<{ first: string }>(
        `SELECT attname::text AS first FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum = 1`,
      )
      const column = row?.first ?? ''
      await expect(tell(`UPDATE ${table} SET ${column} = ${column}`), table).rejects.toMatchObject(DENIED)
      await expect(tell(`INSERT INTO ${table} (${column}) VALUES (NULL)`), table).rejects.toMatchObject(DENIED)
      await expect(tell(`DELETE FROM ${table}`), table).rejects.toMatchObject(DENIED)
      await expect(tell(`TRUNCATE ${table} CASCADE`), table).rejects.toMatchObject(DENIED)
    }
    for (const proof of ['decision', 'audit_entry', 'user_note', 'suspense_refund', 'lone_correction']) {
      await expect(tell(`UPDATE ${proof} SET id = id`), proof).rejects.toMatchObject(DENIED)
      await expect(tell(`DELETE FROM ${proof}`), proof).rejects.toMatchObject(DENIED)
    }
  })

  test('it posts for no day that has been over for five minutes, and moves nothing', async () => {
    const wallet = newId()
    const [custody, capital] = [custodyAccount(wallet), 'equity/capital'] as const
    await transaction(db(), async (tx) => openWalletAccounts(tx, await databaseClock(tx), wallet))
    const postAt = (minutesAgo: number) =>
      transaction(db(), async (tx) => {
        const now = (await databaseClock(tx)).now()
        const at = new Date(now.getTime() - minutesAgo * MINUTE) as Moment
        const entries = [debit(custody, microUsd(1_000_000n)), credit(capital, microUsd(1_000_000n))]
        const reference = { kind: 'wallet', id: wallet } as const
        await post(tx, { job: 'test' }, at, [{ key: newId(), kind: 'funds in', reference, entries }])
      })
    for (const minutesAgo of [6, 1440]) {
      const refused = { code: 'PLB09', message: expect.stringContaining('which is over') }
      await expect(postAt(minutesAgo), String(minutesAgo)).rejects.toMatchObject(refused)
    }
    expect(await ask(`SELECT balance FROM account WHERE name = '${custody}'`)).toEqual([{ balance: 0n }])
    // what has waited for an account meanwhile is posted
    await postAt(1)
    expect(await ask(`SELECT balance FROM account WHERE name = '${custody}'`)).toEqual([{ balance: 1_000_000n }])
  })

  test('it takes the lock by which starts wait for one another: the next start says who has it, and what to do', async () => {
    const startInVain = () => start({}, { connectionString: impatient(place.connectionString) })
    await db()
      .connection()
      .execute(async (connection) => {
        const { rows } = await sql<{ pid: number }>`
          SELECT pg_backend_pid() AS pid, pg_advisory_lock(${STARTING})`.execute(connection)
        const pid = rows[0]?.pid ?? 0
        const holder = `process ${pid} of the database server, user plumb_app_${database}, holds the lock`
        try {
          await expect(startInVain()).rejects.toThrow(holder)
          await expect(startInVain()).rejects.toThrow(`SELECT pg_terminate_backend(${pid})`)
        } finally {
          await sql`SELECT pg_advisory_unlock(${STARTING})`.execute(connection)
        }
      })
    const longest = await asOwner({ connectionString: place.connectionString }, (one) => one.query('SHOW lock_timeout'))
    expect(longest.rows).toEqual([{ lock_timeout: '1min' }])
    // one that hangs is told from somebody else
    await asOwner({ connectionString: place.connectionString }, () =>
      expect(startInVain()).rejects.toThrow('is being prepared by another start'),
    )
    await (await start()).stop()
  })

  test('what it makes for itself in another database keeps no start out', async () => {
    await asUser(inDatabase(await admitted(), 'postgres'), async (elsewhere) => {
      await elsewhere.query('CREATE TEMPORARY TABLE mine (); SET ROLE plumb_app; CREATE TEMPORARY TABLE of_all ()')
      await (await start()).stop()
    })
  })

  test.each([
    'DROP OWNED BY CURRENT_USER',
    'DROP OWNED BY plumb_app',
    'REASSIGN OWNED BY plumb_app TO CURRENT_USER',
    'REVOKE ALL ON ALL TABLES IN SCHEMA public FROM plumb_app',
    'REVOKE ALL ON DATABASE plumb FROM CURRENT_USER',
  ])('it takes no right away from itself or from all apps: %s', async (statement) => {
    const rights = async () => {
      const { rows } = await owner.query<{ rights: string }>(
        `SELECT concat_ws(' ', (SELECT datacl FROM pg_database WHERE datname = current_database()),
           (SELECT nspacl FROM pg_namespace WHERE nspname = 'public'),
           (SELECT array_agg(oid || ': ' || relacl::text ORDER BY oid) FROM pg_class WHERE relacl IS NOT NULL),
           (SELECT array_agg(attrelid || ': ' || attacl::text ORDER BY attrelid, attnum) FROM pg_attribute
             WHERE attacl IS NOT NULL),
           (SELECT array_agg(oid || ': ' || proacl::text ORDER BY oid) FROM pg_proc WHERE proacl IS NOT NULL),
           (SELECT array_agg(roleid || ': ' || member ORDER BY roleid, member) FROM pg_auth_members)) AS rights`,
      )
      return rows[0]?.rights
    }
    const before = await rights()
    expect(before).toContain('plumb_app=')
    await tell(statement).catch((error: unknown) => expect(error).toMatchObject(DENIED))
    expect(await rights()).toBe(before)
  })

  test('whatever settings it gives itself, a new connection has the house’s', async () => {
    const appUrl = await admitted()
    const settingsNow = async () => {
      const fresh = openDatabase({ connectionString: appUrl }, { size: 1, log: () => {} })
      try {
        const { rows } = await sql<{ name: string; setting: string; who: string }>`
          SELECT name, setting, current_user::text AS who FROM pg_settings WHERE context = 'user' ORDER BY name`.execute(
          fresh.db,
        )
        return rows
      } finally {
        await fresh.db.destroy()
      }
    }
    const clean = await settingsNow()
    const given = await asUser(appUrl, async (client) => {
      const { rows: others } = await client.query<{ name: string; other: string }>(OTHER_SETTINGS)
      const taken: string[] = []
      for (const { name, other } of others) {
        const set = `ALTER ROLE CURRENT_USER SET ${name} = '${other}'`
        const isTaken = await client.query(set).then(
          () => true,
          () => false,
        )
        if (isTaken) taken.push(name)
      }
      return taken
    })
    expect(given).toEqual(
      expect.arrayContaining([
        ...['synchronous_commit', 'default_transaction_isolation', 'default_transaction_read_only', 'search_path'],
        ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'client_min_messages', 'role'],
      ]),
    )
    expect(given.length).toBeGreaterThan(100)
    expect(await settingsNow()).toEqual(clean)
    // nor on the connections of a process that works on
    await tell(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = session_user AND pid <> pg_backend_pid()',
    )
    await expect.poll(async () => (await fetch(`${apps[0]?.address}/healthz`)).status).toBe(200)
    await transaction(db(), async (tx) => openInvestorAccounts(tx, await databaseClock(tx), newId()))
    await owner.query(`ALTER ROLE plumb_app_${database} RESET ALL`)
  })

  test('a start says what it drops of what an administrator has set for it', async () => {
    await owner.query(`ALTER ROLE plumb_app_${database} SET work_mem = '64MB'`)
    const said: string[] = []
    await (await start({}, { say: (line) => said.push(line) })).stop()
    expect(said).toEqual([expect.stringContaining(`set for plumb_app_${database} is dropped: work_mem=64MB.`)])
  })

  test.runIf(open === embedded)('a setting of its own that only a superuser may drop keeps no start out', async () => {
    await owner.query('CREATE ROLE lesser LOGIN CREATEROLE')
    await owner.query('CREATE DATABASE lesser OWNER lesser')
    await owner.query('GRANT plumb_app TO lesser WITH ADMIN OPTION')
    const address = new URL(inDatabase(place.connectionString, 'lesser'))
    address.username = 'lesser'
    const first = await start({}, { connectionString: address.href })
    await sql`ALTER ROLE CURRENT_USER SET transaction_read_only = on`.execute(first.db)
    await first.stop()
    const next = await start({}, { connectionString: address.href })
    expect((await fetch(`${next.address}/healthz`)).status).toBe(200)
    await next.stop()
  })

  test('of a record it may not change what stays: whose it is, what was agreed, where it is paid to', async () => {
    const stays = readFileSync(join(ROOT, 'db/migrations/0039_columns_that_stay.sql'), 'utf8')
    const tables = [...stays.matchAll(/\('(\w+)', '\{([^}]+)\}'\)/g)]
    expect(tables.length).toBeGreaterThan(20)
    // mended while its codes are awaited: what has been proved stays by a trigger (0087)
    // and what a user proves anew, or loses with the account (0118, 0119)
    const mended = [
      ...['registration.phone', 'registration.country'],
      ...['app_user.name', 'app_user.email', 'app_user.phone', 'app_user.country'],
      // each proof of who somebody is brings another half (0137)
      'session.cookie_hash',
    ]
    for (const [, table = '', columns = ''] of tables) {
      for (const column of columns.split(', ').filter((name) => !mended.includes(`${table}.${name}`))) {
        const change = tell(`UPDATE ${table} SET ${column} = ${column} WHERE false`)
        await expect(change, `${table}.${column}`).rejects.toMatchObject(DENIED)
      }
    }
    for (const kept of ['app_user', 'investment', 'withdrawal', 'referral', 'approval', 'wallet']) {
      await expect(tell(`DELETE FROM ${kept} WHERE false`), kept).rejects.toMatchObject(DENIED)
    }
  })

  test('of a request for a second approval it changes nothing but what becomes of it', async () => {
    const columns = await ask<{ name: string }>(
      `SELECT attname::text AS name FROM pg_attribute
       WHERE attrelid = 'approval'::regclass AND attnum > 0 AND NOT attisdropped
         AND has_column_privilege(attrelid, attnum, 'UPDATE') ORDER BY attname`,
    )
    expect(columns.map(({ name }) => name)).toEqual(['decided_at', 'decided_by', 'decision_reason', 'state'])
  })

  test(
    'the app of another database on the same server does not come in here, nor this one there',
    THOROUGH,
    async () => {
      const neighbour = await place.neighbour()
      const elsewhereDir = await mkdtemp(join(tmpdir(), 'plumb-neighbour-'))
      const next = await startApp({
        settings: settingsOf({ DATA_DIR: elsewhereDir }),
        ...{ connectionString: neighbour, clock: systemClock, log: false },
      })
      try {
        expect((await fetch(`${next.address}/healthz`)).status).toBe(200)
        const houses = await Promise.all(
          [
            { name: 'plumb', inside: db(), connectionString: place.connectionString, folder: dataDir },
            { name: 'neighbour', inside: next.db, connectionString: neighbour, folder: elsewhereDir },
          ].map(async (house) => {
            const pepper = openPepper({ dataDir: house.folder, pepper: undefined })
            const address = await admitApp({ ...house, appConnectionString: undefined, pepper })
            return { ...house, address }
          }),
        )
        for (const { name, inside, address } of houses) {
          const open = await sql<{ name: string }>`
          SELECT datname::text AS name FROM pg_database WHERE has_database_privilege(session_user, oid, 'CONNECT')
            AND datname IN ('plumb', 'neighbour')`.execute(inside)
          expect(open.rows).toEqual([{ name }])
          const look = (client: pg.Client) => client.query('SELECT current_database() AS name')
          expect((await asUser(address, look)).rows).toEqual([{ name }])
          for (const other of houses.filter((one) => one.name !== name)) {
            await expect(asUser(inDatabase(address, other.name), look)).rejects.toMatchObject(DENIED)
          }
        }
      } finally {
        await next.stop()
        await rm(elsewhereDir, { recursive: true, force: true })
      }
    },
  )

  test('a start closes the database again to the rights that all apps share, and leaves in whom somebody let in by name', async () => {
    const own = `plumb_app_${database}`
    const comers = async () => {
      const { rows } = await owner.query<{ name: string }>(
        `SELECT coalesce(rolname::text, 'everybody') AS name FROM pg_database
         CROSS JOIN aclexplode(datacl) LEFT JOIN pg_roles ON pg_roles.oid = grantee
         WHERE datname = current_database() AND privilege_type = 'CONNECT' AND grantee <> datdba ORDER BY 1`,
      )
      return rows.map(({ name }) => name)
    }
    expect(await comers()).toEqual([own])
    await owner.query(`CREATE ROLE plumb_app_1; CREATE ROLE watcher;
      GRANT CONNECT ON DATABASE plumb TO PUBLIC, plumb_app, plumb_app_1, watcher`)
    expect(await comers()).toEqual(['everybody', 'plumb_app', 'plumb_app_1', own, 'watcher'])
    await (await start()).stop()
    expect(await comers()).toEqual([own, 'watcher'])
    // where somebody has taken its right from the app, a start gives it back
    await owner.query(`REVOKE CONNECT ON DATABASE plumb FROM ${own}`)
    await (await start()).stop()
    expect(await comers()).toEqual([own, 'watcher'])
  })

  test('a process with another pepper does not start, and keeps nobody else out', async () => {
    await expect(start({ CODE_PEPPER: ANOTHER })).rejects.toThrow(/goes with another pepper.*npm run new-pepper/)
    const again = await start()
    expect((await fetch(`${again.address}/healthz`)).status).toBe(200)
    await again.stop()
    expect(JSON.stringify((await owner.query('SELECT * FROM pepper_mark')).rows)).not.toContain(
      readFileSync(pepperFile(dataDir), 'utf8').trim(),
    )
  })

  test('the pepper is given up only when everything has stopped; the next start brings another', async () => {
    await expect(forgetPepper(place.connectionString)).rejects.toThrow('Stop every process')
    await Promise.all(apps.map((app) => app.stop()))
    const before = readFileSync(pepperFile(dataDir), 'utf8')
    const { DATABASE_URL: _, ...environment } = process.env
    const run = spawnSync(process.execPath, [join(ROOT, 'scripts/new-pepper.ts')], {
      env: {
        ...environment,
        DATA_DIR: dataDir,
        ...(open === elsewhere ? { DATABASE_URL: place.connectionString } : {}),
      },
      encoding: 'utf8',
    })
    expect(run.stderr).toBe('')
    expect(run.stdout).toContain('the next start makes another')
    expect(existsSync(pepperFile(dataDir))).toBe(false)
    apps = [await start()]
    expect((await fetch(`${apps[0]?.address}/healthz`)).status).toBe(200)
    expect(readFileSync(pepperFile(dataDir), 'utf8')).not.toBe(before)
  })

  const setRight = async (statement: string) => {
    const { rows } = await owner.query<{ name: string; setting: string }>(
      `SELECT quote_ident(current_database()) AS name, current_setting('synchronous_commit') AS setting`,
    )
    await tell(statement.replace(':database', rows[0]?.name ?? ''))
    await Promise.all(apps.map((app) => app.stop()))
    apps = [await start()]
    expect((await fetch(`${apps[0]?.address}/healthz`)).status).toBe(200)
    await transaction(db(), async (tx) => openInvestorAccounts(tx, await databaseClock(tx), newId()))
    expect(await ask(`SELECT current_setting('synchronous_commit') AS setting`)).toEqual([
      { setting: rows[0]?.setting },
    ])
  }
  test.each([
    'ALTER ROLE CURRENT_USER SET search_path = pg_catalog',
    'ALTER ROLE CURRENT_USER IN DATABASE :database SET synchronous_commit = off',
  ])('the next start sets right what it may do to itself: %s', setRight)
  test.each([
    'SELECT lo_create(0)',
    'ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC',
    'ALTER ROLE CURRENT_USER SET default_transaction_read_only = on',
    'ALTER ROLE CURRENT_USER SET statement_timeout = 1',
    "ALTER ROLE CURRENT_USER PASSWORD 'another'",
  ])('the next start sets right what it may do to itself: %s', THOROUGH, setRight)
}

describe('on the PostgreSQL that Plumb brings', () => {
  onPlace(embedded)
})
describe.runIf(missing === undefined)('on DATABASE_URL on PostgreSQL 15', THOROUGH, () => {
  onPlace(elsewhere)
})

/** Every setting that a user may change, with another value than it has. */
const OTHER_SETTINGS = `
  SELECT name, CASE
      WHEN vartype = 'bool' THEN CASE setting WHEN 'on' THEN 'off' ELSE 'on' END
      WHEN vartype = 'enum' THEN (SELECT value FROM unnest(enumvals) AS value WHERE value <> setting LIMIT 1)
      WHEN vartype <> 'string' THEN CASE setting WHEN max_val THEN min_val ELSE max_val END
      WHEN name = 'search_path' THEN 'pg_catalog'
      WHEN name = 'DateStyle' THEN 'German'
      WHEN name = 'TimeZone' THEN 'Asia/Tokyo'
      ELSE 'another' END AS other
  FROM pg_settings WHERE context = 'user' AND name <> 'local_preload_libraries'
  UNION ALL VALUES ('role', 'plumb_app')`

describe.runIf(missing === undefined)('where the login is made by hand', () => {
  let server: SystemPostgres
  let dataDir: string
  const own = () => server.address('plain', 'of the plain', 'plain')
  const start = (appUrl?: string, say: Say = () => {}) =>
    startApp({
      settings: settingsOf({
        ...{ DATA_DIR: dataDir, DATABASE_URL: own() },
        ...(appUrl === undefined ? {} : { DATABASE_APP_URL: appUrl }),
      }),
      ...{ connectionString: own(), clock: systemClock, log: false, say },
    })
  const administer = (...statements: string[]) =>
    asUser(server.administrator(), async (client) => {
      for (const statement of statements) await client.query(statement)
    })

  beforeAll(async () => {
    server = await startSystemPostgres()
    dataDir = await mkdtemp(join(tmpdir(), 'plumb-login-'))
    await administer(
      "CREATE ROLE plain LOGIN PASSWORD 'of the plain'",
      'CREATE DATABASE plain OWNER plain',
      'CREATE DATABASE another OWNER plain',
      'CREATE ROLE plumb_app NOLOGIN',
      "CREATE ROLE plumb_login LOGIN PASSWORD 'by hand' IN ROLE plumb_app",
    )
  })
  afterAll(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('a start says how, where the user of DATABASE_URL may not make one', async () => {
    await expect(start()).rejects.toThrow(
      /may not make it .*CREATE ROLE plumb_login LOGIN PASSWORD .* IN ROLE plumb_app; and DATABASE_APP_URL/,
    )
  })

  test('the app comes in by it, and by nothing else', async () => {
    const app = await start(server.address('plumb_login', 'by hand', 'plain'))
    try {
      expect((await fetch(`${app.address}/healthz`)).status).toBe(200)
      const { rows } = await sql<{ who: string }>`
        SELECT DISTINCT usename::text AS who FROM pg_stat_activity
        WHERE datname = current_database() AND usename IS NOT NULL`.execute(app.db)
      expect(rows).toEqual([{ who: 'plumb_login' }])
    } finally {
      await app.stop()
    }
  })

  test('another login takes its place with another DATABASE_APP_URL', async () => {
    await administer("CREATE ROLE plumb_next LOGIN PASSWORD 'by hand' IN ROLE plumb_app")
    await expect(
      asUser(server.address('plumb_next', 'by hand', 'plain'), (client) => client.query('SELECT')),
    ).rejects.toMatchObject(DENIED)
    const app = await start(server.address('plumb_next', 'by hand', 'plain'))
    try {
      expect((await fetch(`${app.address}/healthz`)).status).toBe(200)
    } finally {
      await app.stop()
    }
  })

  test(
    'a database that belongs to somebody else stays open to whom they let in, and the app works',
    THOROUGH,
    async () => {
      await administer('CREATE DATABASE lent')
      await asUser(server.administrator('lent'), (client) => client.query('ALTER SCHEMA public OWNER TO plain'))
      const connectionString = server.address('plain', 'of the plain', 'lent')
      const startLent = () =>
        startApp({
          settings: settingsOf({
            ...{ DATA_DIR: dataDir, DATABASE_URL: connectionString },
            DATABASE_APP_URL: server.address('plumb_login', 'by hand', 'lent'),
          }),
          ...{ connectionString, clock: systemClock, log: false },
        })
      const app = await startLent()
      try {
        expect((await fetch(`${app.address}/healthz`)).status).toBe(200)
        const open = await sql<{ open: boolean }>`
        SELECT has_database_privilege('plumb_next', 'lent', 'CONNECT') AS open`.execute(app.db)
        expect(open.rows).toEqual([{ open: true }])
      } finally {
        await app.stop()
      }
      // nobody may take from everybody there that they make temporary tables; with one it keeps no start out
      await asUser(server.address('plumb_login', 'by hand', 'lent'), async (client) => {
        await client.query('CREATE TEMPORARY TABLE mine ()')
        await (await startLent()).stop()
      })
    },
  )

  test('what is set for it keeps no start out, and the start says that it does not count', async () => {
    await administer(
      'ALTER ROLE plumb_login SET default_transaction_read_only = on',
      'ALTER ROLE plumb_login IN DATABASE plain SET synchronous_commit = off',
    )
    const said: string[] = []
    const app = await start(server.address('plumb_login', 'by hand', 'plain'), (line) => said.push(line))
    try {
      expect(said).toEqual([
        expect.stringContaining('does not count: default_transaction_read_only=on, synchronous_commit=off.'),
      ])
      expect((await fetch(`${app.address}/healthz`)).status).toBe(200)
      const { rows } = await sql<{ setting: string }>`
        SELECT current_setting('synchronous_commit') AS setting`.execute(app.db)
      expect(rows).toEqual([{ setting: 'on' }])
    } finally {
      await app.stop()
    }
    await administer('ALTER ROLE plumb_login RESET ALL', 'ALTER ROLE plumb_login IN DATABASE plain RESET ALL')
  })

  test('where what is set for it lets nobody in, a start says what is set and how it is dropped', async () => {
    await administer("ALTER ROLE plumb_login SET local_preload_libraries = 'nowhere'")
    const attempt = start(server.address('plumb_login', 'by hand', 'plain'))
    await expect(attempt).rejects.toThrow(/^plumb_login does not come in .*: local_preload_libraries=.?nowhere.*\. /)
    await expect(attempt).rejects.toThrow('ALTER ROLE plumb_login RESET ALL. Then start again.')
    await administer('ALTER ROLE plumb_login RESET ALL')
  })

  test('a login that a start has made, and whose settings it may not drop any more, is let in', THOROUGH, async () => {
    await administer(
      'CREATE ROLE former LOGIN CREATEROLE PASSWORD $$of the former$$',
      'CREATE DATABASE former OWNER former',
    )
    const connectionString = server.address('former', 'of the former', 'former')
    const startFormer = () =>
      startApp({ settings: settingsOf({ DATA_DIR: dataDir }), connectionString, clock: systemClock, log: false })
    await (await startFormer()).stop()
    const { rows } = await asUser(connectionString, (client) =>
      client.query<{ login: string }>(
        "SELECT 'plumb_app_' || oid AS login FROM pg_database WHERE datname = current_database()",
      ),
    )
    const login = rows[0]?.login ?? ''
    await administer('ALTER ROLE former NOCREATEROLE', `ALTER ROLE ${login} SET default_transaction_read_only = on`)
    const app = await startFormer()
    expect((await fetch(`${app.address}/healthz`)).status).toBe(200)
    await app.stop()
    await administer(`ALTER ROLE ${login} SET local_preload_libraries = 'nowhere'`)
    await expect(startFormer()).rejects.toThrow(`ALTER ROLE ${login} RESET ALL. Then start again.`)
  })

  test('one that may do more than the app needs is refused, and the reason said', async () => {
    const as = (user: string, database = 'plain') => start(server.address(user, 'by hand', database))
    const make = (user: string, more = '') => `CREATE ROLE ${user} LOGIN ${more} PASSWORD 'by hand' IN ROLE plumb_app`
    await administer(
      make('maker', 'CREATEROLE'),
      make('reader'),
      'GRANT pg_read_all_data TO reader',
      make('holder'),
      make('apart', 'NOINHERIT'),
      "CREATE ROLE stranger LOGIN PASSWORD 'by hand'",
    )
    await asUser(server.administrator('plain'), (client) => client.query('CREATE SCHEMA held AUTHORIZATION holder'))
    await expect(start(own())).rejects.toThrow(/ owns database another on the server, database plain on the server, /)
    await expect(start(server.administrator('plain'))).rejects.toThrow('is a superuser')
    await expect(as('maker')).rejects.toThrow('may make roles')
    await expect(as('reader')).rejects.toThrow('can become pg_read_all_data')
    await expect(as('holder')).rejects.toThrow('owns schema held in the database plain.')
    await expect(as('apart')).rejects.toThrow('does not inherit the rights of plumb_app')
    await expect(as('stranger')).rejects.toThrow('does not inherit the rights of plumb_app')
    await expect(as('plumb_login', 'another')).rejects.toThrow('another database')
    await expect(as('nobody_at_all')).rejects.toThrow('does not let in the user of DATABASE_APP_URL')
  })
})

describe('what it inserts begins where it has to', () => {
  let house: TestApp
  let owner: Visitor
  let amy: Visitor
  beforeAll(async () => {
    house = await startTestApp({ env: { KYC: 'off', NEW_ADDRESS_HOLD_HOURS: '24' } })
    owner = await house.owner()
    await owner.must('/api/create-wallet', { name: 'Bitcoin', address: OUR_BITCOIN })
    amy = house.visitor()
    await amy.join('amy')
    await owner.must(`/api/topup-user/${amy.id}`, { amount: '100', account: 'earnings' })
  })
  afterAll(() => house.close())

  const insertWithdrawal = (more: { status: string; addressId?: string; completedAt?: Date }) => sql`
    INSERT INTO withdrawal (user_id, id, source, status, amount, wallet_id, wallet_name, wallet_address, network, created_at,
      address_id, completed_at)
    SELECT ${amy.id}, ${newId()}, 'investment', ${more.status}, 90000000, id, name, ${THEIR_BITCOIN}, network,
      ${house.clock.now()}, ${more.addressId ?? null}, ${more.completedAt ?? null} FROM wallet`
  const insertAddress = (at: Date, more: { confirmed?: Date; id?: string; address?: string } = {}) => sql`
    INSERT INTO payout_address (id, user_id, network, address, name, created_at, usable_at, confirmed_at)
    VALUES (${more.id ?? newId()}, ${amy.id}, 'bitcoin', ${more.address ?? SOMEBODYS_BITCOIN}, 'Mine', ${at}, ${at}, ${more.confirmed ?? null})`
  const refused = (statement: { execute(db: Database): Promise<unknown> }, code = 'PLB11') =>
    expect(statement.execute(house.app.db)).rejects.toMatchObject({ code })

  test('a change of contact details that begins confirmed makes nobody’s address somebody else’s', async () => {
    const now = house.clock.now()
    await refused(sql`INSERT INTO contact_change (id, user_id, kind, new_value, old_value, code_hash, code_expires_at, created_at,
      confirmed_at, undo_hash, undo_until) VALUES (${newId()}, ${amy.id}, 'email', 'evil@mail.plumb.test', ${amy.email}, 'x',
      ${now}, ${now}, ${now}, ${newId()}, ${now})`)
    await refused(sql`UPDATE app_user SET email = 'evil@mail.plumb.test' WHERE id = ${amy.id}`)
  })

  test('a withdrawal does not begin approved or paid, and whoever pays by the list pays none', async () => {
    for (const status of ['approved', 'completed', 'declined']) await refused(insertWithdrawal({ status }))
    await refused(insertWithdrawal({ status: 'pending', completedAt: house.clock.now() }))
    const { status, body } = await owner.get('/api/admin/withdrawals/payout-list')
    expect([status, String(body).includes(THEIR_BITCOIN)]).toEqual([200, false])
  })

  test('an address of the book begins neither confirmed nor settled, and no withdrawal waits for another than its own', async () => {
    const now = house.clock.now()
    const before = new Date(now.getTime() - 48 * HOUR)
    await refused(insertAddress(before, { confirmed: before }))
    await refused(insertAddress(before))
    await refused(insertAddress(now, { confirmed: now }))
    const id = newId()
    await insertAddress(now, { id }).execute(house.app.db)
    await refused(insertWithdrawal({ status: 'pending', addressId: id }), 'PLB21')
  })

  test('no address is confirmed that had settled before', async () => {
    const [id, now] = [newId(), house.clock.now()]
    await insertAddress(now, { id, address: THEIR_BITCOIN }).execute(house.app.db)
    const later = new Date(now.getTime() + HOUR)
    await refused(sql`UPDATE payout_address SET confirmed_at = ${later} WHERE id = ${id}`)
    const anew = sql`UPDATE payout_address SET confirmed_at = ${later}, usable_at = ${later} WHERE id = ${id}`
    expect((await anew.execute(house.app.db)).numAffectedRows).toBe(1n)
  })
})

test('DATABASE_APP_URL alone is refused: somebody has to make the schema', () => {
  expect(() => settingsOf({ DATABASE_APP_URL: 'postgresql://app@127.0.0.1/plumb' })).toThrow(
    'DATABASE_APP_URL goes with DATABASE_URL',
  )
})
