import type pg from 'pg'

/** `drop` is the statement that drops it and all that was set with it; `ignored` if the app does not go by it anyway. */
type LoginSetting = { setting: string; drop: string; ignored: boolean }

const INSTEAD = 'The app goes by what is set for the database: ALTER DATABASE … SET …'

/** What is set for a login in this database (`ALTER ROLE … SET`), by itself or by an administrator. */
async function settingsOf(owner: pg.Client, login: string): Promise<LoginSetting[]> {
  const { rows } = await owner.query<LoginSetting>(
    `SELECT given AS setting, format('ALTER ROLE %I%s RESET ALL', rolname, ' IN DATABASE ' || quote_ident(datname)) AS drop,
       coalesce(context = 'user', false) AS ignored
     FROM pg_db_role_setting JOIN pg_roles ON pg_roles.oid = setrole LEFT JOIN pg_database ON pg_database.oid = setdatabase
     CROSS JOIN unnest(setconfig) AS given LEFT JOIN pg_settings ON lower(name) = lower(split_part(given, '=', 1))
     WHERE rolname = $1 AND (setdatabase = 0 OR datname = current_database()) ORDER BY given`,
    [login],
  )
  return rows
}

/** Says which settings of a login that somebody made by hand do not count. */
export async function tellIgnoredSettings(owner: pg.Client, login: string, say: (line: string) => void): Promise<void> {
  const ignored = (await settingsOf(owner, login)).filter((one) => one.ignored)
  if (ignored.length > 0) say(`What is set for ${login} does not count: ${listed(ignored)}. ${INSTEAD}`)
}

/**
 * Drops what is set for the app's own login and says what that was. It does not count on the app's connections, but may
 * keep them from coming in. Where nothing is set nothing is written; where the owner may not drop it, it stays.
 */
export async function dropSettings(owner: pg.Client, login: string, say: (line: string) => void): Promise<void> {
  const before = await settingsOf(owner, login)
  try {
    for (const statement of new Set(before.map(({ drop }) => drop))) await owner.query(statement)
  } catch {
    // The owner may have lost the right to; and PostgreSQL 16 and newer refuse it to all but a superuser where the login
    // has set `transaction_read_only`. A connection that is lost fails again below.
  }
  const after = new Set((await settingsOf(owner, login)).map(({ setting }) => setting))
  const dropped = before.filter(({ setting }) => !after.has(setting))
  if (dropped.length > 0) say(`What was set for ${login} is dropped: ${listed(dropped)}. ${INSTEAD}`)
}

/** What keeps a login out, with what is set for it, which may be why. */
export async function withSettings(owner: pg.Client, login: string, error: unknown): Promise<unknown> {
  const found = await settingsOf(owner, login)
  if (found.length === 0) return error
  const drops = [...new Set(found.map(({ drop }) => drop))].join('; ')
  return new Error(
    `${login} does not come in (${error instanceof Error ? error.message : String(error)}), and what is set for it may ` +
      `be why: ${listed(found)}. An administrator of the server drops it: ${drops}. Then start again.`,
    { cause: error },
  )
}

function listed(settings: LoginSetting[]): string {
  return settings.map(({ setting }) => setting).join(', ')
}
