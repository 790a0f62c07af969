/**
 * How the app comes into its database: as a login of its own that owns nothing and can become nobody else. Only what
 * makes the schema works as the owner, and has gone before the app begins.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { SECOND } from '#kit/clock.ts'
import { APP_ROLE } from '#kit/database.ts'
import { closeToOthers, grantConnect } from '#kit/grant-connect.ts'
import { MIGRATION_LOCK } from './migrate.ts'
import { keyedWith, type Pepper } from '#kit/pepper.ts'
import { SEALED } from '#kit/seal.ts'

/** What a server says that lets a login in under no circumstances: unknown, a wrong password, no right to connect. */
const KEPT_OUT = new Set(['28000', '28P01', '42501'])
const BY_HAND =
  `Or an administrator of the server makes one: CREATE ROLE plumb_login LOGIN PASSWORD '…' IN ROLE ${APP_ROLE}; ` +
  'and DATABASE_APP_URL is the address of DATABASE_URL with that user and password.'

/**
 * Answers the address by which the app comes in. It is the one given, else one for a login that is made here, whose
 * password follows from the pepper: every process that has the pepper knows it, and none has to be told. Throws a
 * sentence where the database goes with another pepper, where no login can be made, and where the login may do more than
 * the app needs.
 */
export async function admitApp({
  connectionString,
  appConnectionString: given,
  pepper,
}: {
  connectionString: string
  appConnectionString: string | undefined
  pepper: Pepper
}): Promise<string> {
  return asOwner(connectionString, async (owner) => {
    await holdToPepper(owner, pepper)
    const { database, backend } = await whereIs(owner)
    if (given !== undefined) {
      let found = await visit(given, backend)
      if (found === 'kept out') {
        await grantConnect(owner, new pg.Client({ connectionString: given }).user ?? '')
        found = await visit(given, backend)
      }
      if (found === 'kept out') throw new Error('The database does not let in the user of DATABASE_APP_URL.')
      refuseUnfit('the user of DATABASE_APP_URL', found)
      await closeToOthers(owner, found.name)
      return given
    }
    const login = `${APP_ROLE}_${database}`
    const password = keyedWith(pepper, 'database login', login)
    const address = withLogin(connectionString, login, password)
    await forgetSettings(owner, login)
    let found = await visit(address, backend)
    if (found === 'kept out' || !found.admitted) {
      await makeLogin(owner, login, password)
      await grantConnect(owner, login)
      found = await visit(address, backend)
    }
    if (found === 'kept out') {
      throw new Error(
        `The database does not let in ${login}, the app's own login, by its password. ` +
          `Let it in where users are listed (pg_hba.conf, a pooler). ${BY_HAND}`,
      )
    }
    // By the same address; and while another server takes over, the two may have come to different ones.
    refuseUnfit(login, { ...found, here: true })
    await closeToOthers(owner, login)
    return address
  })
}

/**
 * Makes room for another pepper: the next process that starts brings its own. With the old one end the codes that are
 * under way, and the messages with a code or a link that still wait to be sent: nobody could open them. Throws a
 * sentence while an app is connected, which would go on with the old one.
 */
export async function forgetPepper(connectionString: string): Promise<void> {
  await asOwner(connectionString, async (owner) => {
    const { rows } = await owner.query<{ connections: number }>(
      `SELECT count(*)::int AS connections FROM pg_stat_activity
       JOIN pg_auth_members ON member = usesysid JOIN pg_roles ON pg_roles.oid = roleid
       WHERE datname = current_database() AND rolname = $1 AND usename <> current_user`,
      [APP_ROLE],
    )
    const connections = rows[0]?.connections ?? 0
    if (connections > 0) {
      throw new Error(`Plumb works on this database (${connections} connections). Stop every process of it first.`)
    }
    await owner.query(`BEGIN;
      DELETE FROM pepper_mark;
      UPDATE registration SET email_code_hash = '', phone_code_hash = '', codes_expire_at = created_at;
      UPDATE message SET content = '', given_up_at = now(), last_error = 'it was sealed with a pepper that was given up'
        WHERE secret AND content LIKE '${SEALED}%' AND delivered_at IS NULL AND given_up_at IS NULL;
      COMMIT`)
  })
}

/** One process at a time, also where others bring the schema up to date. */
async function asOwner<T>(connectionString: string, act: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 10 * SECOND })
  // What is under way fails with it; there is nobody else to be told.
  owner.on('error', () => {})
  await owner.connect()
  try {
    await owner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    return await act(owner)
  } finally {
    await owner.end()
  }
}

/** The first process leaves its pepper's fingerprint; one with another pepper would find every code wrong. */
async function holdToPepper(owner: pg.Client, pepper: Pepper): Promise<void> {
  const own = keyedWith(pepper, 'fingerprint', '')
  const { rows } = await owner.query<{ fingerprint: string }>('SELECT fingerprint FROM pepper_mark')
  const [mark] = rows
  if (mark === undefined) await owner.query('INSERT INTO pepper_mark (fingerprint) VALUES ($1)', [own])
  else if (mark.fingerprint !== own) {
    throw new Error(
      'this database goes with another pepper. Every process of one database has the same CODE_PEPPER, or the same ' +
        'file named pepper in its DATA_DIR. Where that is lost, stop every process, run: npm run new-pepper, ' +
        'and start them again.',
    )
  }
}

/** The number of the database, which is its own on this server, and of the connection. */
async function whereIs(owner: pg.Client): Promise<{ database: string; backend: number }> {
  const { rows } = await owner.query<{ database: string; backend: number }>(
    'SELECT oid::text AS database, pg_backend_pid() AS backend FROM pg_database WHERE datname = current_database()',
  )
  const [row] = rows
  if (row === undefined) throw new Error('the database has no name')
  return row
}

async function makeLogin(owner: pg.Client, login: string, password: string): Promise<void> {
  try {
    await owner.query(`DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${login}') THEN CREATE ROLE ${login}; END IF;
      ALTER ROLE ${login} LOGIN PASSWORD '${verifierOf(password)}';
      GRANT ${APP_ROLE} TO ${login};
    END $$`)
  } catch (error) {
    throw new Error(
      `The app needs a login of its own in the database, and the user of DATABASE_URL may not make it ` +
        `(${error instanceof Error ? error.message : String(error)}). Give that user CREATEROLE. ${BY_HAND}`,
      { cause: error },
    )
  }
}

/**
 * Forgets what the app's own login has set for itself, as every user of PostgreSQL may: with
 * `ALTER ROLE … SET default_transaction_read_only = on` nothing could be done from then on, whoever starts the app again.
 * Where nothing is set nothing is written.
 */
async function forgetSettings(owner: pg.Client, login: string): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    `SELECT format('ALTER ROLE %I %s RESET ALL', rolname, 'IN DATABASE ' || quote_ident(datname)) AS statement
     FROM pg_db_role_setting JOIN pg_roles ON pg_roles.oid = setrole LEFT JOIN pg_database ON pg_database.oid = setdatabase
     WHERE rolname = $1`,
    [login],
  )
  for (const { statement } of rows) await owner.query(statement)
}

type Login = {
  name: string
  admitted: boolean
  mighty: boolean
  owns: boolean
  member_of: string | null
  here: boolean
}

/** What a login is and may become, as it sees itself. `backend` is the owner's connection, seen in the same database. */
async function visit(address: string, backend: number): Promise<Login | 'kept out'> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 10 * SECOND })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Login>(
      `SELECT session_user::text AS name, pg_has_role(session_user, $1::name, 'USAGE') AS admitted,
         bool_or(rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls) AS mighty,
         -- Not what every user may make, which gives nobody anything: else whoever has had this login could keep the app
         -- from starting.
         EXISTS (SELECT FROM pg_shdepend WHERE refclassid = 'pg_authid'::regclass AND deptype = 'o'
           AND classid NOT IN ('pg_largeobject'::regclass, 'pg_default_acl'::regclass)
           AND refobjid IN (SELECT oid FROM pg_roles WHERE rolname IN (session_user, $1::name))) AS owns,
         (SELECT string_agg(rolname, ', ' ORDER BY rolname) FROM pg_roles
           WHERE rolname NOT IN (session_user, $1::name) AND pg_has_role(session_user, oid, 'MEMBER')) AS member_of,
         EXISTS (SELECT FROM pg_stat_activity WHERE pid = $2::integer AND datname = current_database()) AS here
       FROM pg_roles WHERE rolname IN (session_user, $1::name)`,
      [APP_ROLE, backend],
    )
    const [row] = rows
    if (row === undefined) throw new Error('the database does not know who has come in')
    return row
  } catch (error) {
    if (error instanceof Error && 'code' in error && KEPT_OUT.has(String(error.code))) return 'kept out'
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

function refuseUnfit(who: string, { admitted, mighty, owns, member_of, here }: Login): void {
  const fault = !here
    ? 'comes into another database than DATABASE_URL leads to'
    : mighty
      ? 'is a superuser, or may make roles or databases, copy the server or pass by row security'
      : owns
        ? 'owns something'
        : member_of !== null
          ? `can become ${member_of}`
          : !admitted
            ? `does not inherit the rights of ${APP_ROLE}`
            : undefined
  if (fault === undefined) return
  throw new Error(
    `${who} ${fault}. The app comes in as a user that owns nothing and can become nobody else. ${BY_HAND}`,
  )
}

/** The same address for another user; everything else of it stays. pg prefers these words to what stands before the @. */
function withLogin(connectionString: string, user: string, password: string): string {
  const [address = '', ...rest] = connectionString.split('?')
  const words = new URLSearchParams(rest.join('?'))
  words.set('user', user)
  words.set('password', password)
  return `${address.replace(/^([a-z]+:\/\/)[^/]*@/, '$1')}?${words.toString()}`
}

/** What the server keeps of a password (RFC 5802, 7677): so no statement carries it, and no log of statements has it. */
function verifierOf(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096]
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(sign('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${sign('Server Key').toString('base64')}`
}
