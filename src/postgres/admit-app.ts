/**
 * How the app comes into its database: as a login of its own that owns nothing and can become nobody else. Only what
 * makes the schema works as the owner, and has gone before the app begins.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { APP_ROLE } from '#kit/database.ts'
import { closeToOthers, grantConnect } from '#kit/grant-connect.ts'
import { asOwner } from './as-owner.ts'
import { dropSettings, tellIgnoredSettings } from './login-settings.ts'
import { keyedWith, type Pepper } from '#kit/pepper.ts'
import { SEALED } from '#kit/seal.ts'
import { type VisitedLogin, visitLogin } from './visit-login.ts'

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
  say = () => {},
}: {
  connectionString: string
  appConnectionString: string | undefined
  pepper: Pepper
  say?: ((line: string) => void) | undefined
}): Promise<string> {
  return asOwner({ connectionString }, async (owner) => {
    await holdToPepper(owner, pepper)
    if (given !== undefined) {
      await admitGiven(owner, given, say)
      return given
    }
    const login = `${APP_ROLE}_${await databaseNumber(owner)}`
    const password = keyedWith(pepper, 'database login', login)
    const address = withLogin(connectionString, login, password)
    await dropSettings(owner, login, say)
    let found = await visitLogin(address, owner)
    if (found === 'kept out' || !found.admitted) {
      await makeLogin(owner, login, password)
      await grantConnect(owner, login)
      found = await visitLogin(address, owner)
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

/** Lets in the login that an administrator has made, whose address is given. */
async function admitGiven(owner: pg.Client, given: string, say: (line: string) => void): Promise<void> {
  let found = await visitLogin(given, owner)
  if (found === 'kept out') {
    await grantConnect(owner, new pg.Client({ connectionString: given }).user ?? '')
    found = await visitLogin(given, owner)
  }
  if (found === 'kept out') throw new Error('The database does not let in the user of DATABASE_APP_URL.')
  refuseUnfit('the user of DATABASE_APP_URL', found)
  await tellIgnoredSettings(owner, found.name, say)
  await closeToOthers(owner, found.name)
}

/**
 * Makes room for another pepper: the next process that starts brings its own. With the old one end the codes that are
 * under way, the words that people know our mail by, and the messages with a code or a link that still wait to be sent:
 * nobody could open them. Throws a
 * sentence while an app is connected, which would go on with the old one.
 */
export async function forgetPepper(connectionString: string): Promise<void> {
  await asOwner({ connectionString }, async (owner) => {
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
      UPDATE app_user SET mail_word = NULL WHERE mail_word IS NOT NULL;
      UPDATE message SET content = '', given_up_at = now(), last_error = 'it was sealed with a pepper that was given up'
        WHERE secret AND content LIKE '${SEALED}%' AND delivered_at IS NULL AND given_up_at IS NULL;
      COMMIT`)
  })
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

/** The number of the database, which is its own on this server. */
async function databaseNumber(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ number: string }>(
    'SELECT oid::text AS number FROM pg_database WHERE datname = current_database()',
  )
  const [row] = rows
  if (row === undefined) throw new Error('the database has no name')
  return row.number
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

function refuseUnfit(who: string, { admitted, mighty, owns, member_of, here }: VisitedLogin): void {
  const fault = !here
    ? 'comes into another database than DATABASE_URL leads to'
    : mighty
      ? 'is a superuser, or may make roles or databases, copy the server or pass by row security'
      : owns !== null
        ? `owns ${owns}`
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
