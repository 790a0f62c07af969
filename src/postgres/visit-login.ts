import pg from 'pg'
import { SECOND } from '#kit/clock.ts'
import { APP_ROLE } from '#kit/database.ts'
import { codeOf } from '#kit/error-code.ts'
import { ignoreRoleSettings } from '#kit/role-settings.ts'
import { withSettings } from './login-settings.ts'

/** What a server says that lets a login in under no circumstances: unknown, a wrong password, no right to connect. */
const KEPT_OUT = new Set(['28000', '28P01', '42501'])

/** `owns` and `member_of` name what there is, and are null where there is nothing. */
export type VisitedLogin = {
  name: string
  admitted: boolean
  mighty: boolean
  owns: string | null
  member_of: string | null
  here: boolean
}

/**
 * What a login is and may become, as it sees itself; whether it comes into the owner's database is seen by the owner's
 * connection. Throws what keeps it out otherwise, with what is set for the login.
 */
export async function visitLogin(address: string, owner: pg.Client): Promise<VisitedLogin | 'kept out'> {
  const { rows: owners } = await owner.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 10 * SECOND })
  client.on('error', () => {})
  try {
    await client.connect()
    await ignoreRoleSettings(client)
    const { rows } = await client.query<VisitedLogin>(
      `SELECT session_user::text AS name, pg_has_role(session_user, $1::name, 'USAGE') AS admitted,
         bool_or(rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls) AS mighty,
         (SELECT string_agg(what, ', ') FROM (${OWNED}) AS owned) AS owns,
         (SELECT string_agg(rolname, ', ' ORDER BY rolname) FROM pg_roles
           WHERE rolname NOT IN (session_user, $1::name) AND pg_has_role(session_user, oid, 'MEMBER')) AS member_of,
         EXISTS (SELECT FROM pg_stat_activity WHERE pid = $2::integer AND datname = current_database()) AS here
       FROM pg_roles WHERE rolname IN (session_user, $1::name)`,
      [APP_ROLE, owners[0]?.pid],
    )
    const [row] = rows
    if (row === undefined) throw new Error('the database does not know who has come in')
    return row
  } catch (error) {
    if (KEPT_OUT.has(codeOf(error))) return 'kept out'
    throw await withSettings(owner, client.user ?? '', error)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * What belongs to the login or to the app's role, the first few. Not what every user may make, which gives nobody
 * anything, here or in another database: else whoever has had this login could keep the app from starting.
 */
const OWNED = `
  SELECT pg_describe_object(classid, objid, objsubid)
    || CASE dbid WHEN 0 THEN ' on the server' ELSE ' in the database ' || current_database() END AS what
  FROM pg_shdepend
  WHERE refclassid = 'pg_authid'::regclass AND deptype = 'o'
    AND dbid IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
    AND classid NOT IN ('pg_largeobject'::regclass, 'pg_default_acl'::regclass)
    AND coalesce((pg_identify_object(classid, objid, objsubid)).schema, '') NOT LIKE 'pg\\_temp%'
    AND refobjid IN (SELECT oid FROM pg_roles WHERE rolname IN (session_user, $1::name))
  ORDER BY what LIMIT 3`
