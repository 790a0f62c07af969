/** Who may connect to a database. What is not so yet is changed; where everything is as it should be nothing is written. */
import type pg from 'pg'
import { APP_ROLE } from './database.ts'

/** Who may connect to this database, by name; null is everybody. */
const LET_IN = `(
  SELECT rolname::text AS name FROM pg_database
  CROSS JOIN aclexplode(coalesce(datacl, acldefault('d', datdba))) LEFT JOIN pg_roles ON pg_roles.oid = grantee
  WHERE datname = current_database() AND privilege_type = 'CONNECT') AS let_in`

/** Lets a login come into this database by its name, which only who owns the database may do. */
export async function grantConnect(owner: pg.Client, login: string): Promise<void> {
  await carryOut(
    owner,
    `SELECT format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), rolname) AS statement FROM pg_roles
     WHERE rolname = $1::text AND NOT EXISTS (SELECT FROM ${LET_IN} WHERE name = $1)`,
    login,
  )
}

/**
 * Leaves this database to its owner, to its own login, and to whom somebody has let in by name. Roles belong to the whole
 * server: the app of another database there has the rights of this one's, and must not come in to use them. Where the user
 * of DATABASE_URL may not say who comes in, everything stays as it is. A copy of a database does not bring this along.
 */
export async function closeToOthers(owner: pg.Client, login: string): Promise<void> {
  await grantConnect(owner, login)
  await carryOut(
    owner,
    `SELECT format('REVOKE CONNECT ON DATABASE %I FROM %s', current_database(), coalesce(quote_ident(name), 'PUBLIC'))
       AS statement FROM ${LET_IN}
     WHERE (name IS NULL OR name = '${APP_ROLE}' OR (name ~ '^${APP_ROLE}_[0-9]+$' AND name <> $1::text))
       AND EXISTS (SELECT FROM ${LET_IN} WHERE name = $1)
     UNION ALL SELECT format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database())
     WHERE has_database_privilege('${APP_ROLE}', current_database(), 'TEMPORARY')`,
    login,
  )
}

/** Carries out what a query answers: nothing if everything is as it should be. */
async function carryOut(owner: pg.Client, query: string, login: string): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(query, [login])
  for (const { statement } of rows) await owner.query(statement)
}
