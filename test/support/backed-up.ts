/** What of a database a backup has to bring back, read in other words than the backup's own. */
import pg from 'pg'
import { newToken } from '#kit/ids.ts'
import { inPublic } from '#postgres/backup/backup-text.ts'

export async function onDatabase<T>(address: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address })
  client.on('error', () => {})
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

/** Makes an empty database on the server of another, whose user may, and answers its address. */
export async function emptyDatabase(beside: string): Promise<string> {
  const name = `r_${newToken(9)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, 'x')}`
  await onDatabase(beside, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`))
  const address = new URL(beside)
  address.pathname = `/${name}`
  return address.href
}

export async function dropDatabase(beside: string, address: string): Promise<void> {
  await onDatabase(beside, (client) => client.query(`DROP DATABASE ${new URL(address).pathname.slice(1)} WITH (FORCE)`))
}

/** The names of all that somebody has made in a database. */
export async function relationsOf(address: string): Promise<string[]> {
  const { rows } = await onDatabase(address, (client) =>
    client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1",
    ),
  )
  return rows.map(({ name }) => name)
}

/** Every table with its rows, each as one text. */
export async function rowsOf(address: string): Promise<Record<string, string[]>> {
  return onDatabase(address, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
    )
    const found: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT t::text AS row FROM ${inPublic(name)} AS t ORDER BY 1`,
      )
      found[name] = rows.map(({ row }) => row)
    }
    return found
  })
}

/** What the database is made of, a line for each: tables, columns, constraints, indexes, triggers, functions, rights. */
export async function schemaOf(address: string): Promise<string[]> {
  const { rows } = await onDatabase(address, (client) => client.query<{ line: string }>(SCHEMA))
  return rows.map(({ line }) => line)
}

const HERE = "= 'public'::regnamespace"
const SCHEMA = `
  SELECT format('%s %s %s %s', relkind, relname, relowner::regrole, relacl) AS line FROM pg_class WHERE relnamespace ${HERE}
  UNION ALL SELECT format('column %s.%s %s %s %s %s %s %s', relname, attname, format_type(atttypid, atttypmod), attnotnull,
      attidentity, attgenerated, attacl, pg_get_expr(adbin, adrelid))
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace ${HERE} AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT format('constraint %s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
    FROM pg_constraint WHERE connamespace ${HERE}
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT format('%s %s', tgenabled, pg_get_triggerdef(pg_trigger.oid))
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE relnamespace ${HERE} AND NOT tgisinternal
  UNION ALL SELECT format('%s %s %s', proowner::regrole, proacl, pg_get_functiondef(oid))
    FROM pg_proc WHERE pronamespace ${HERE}
  UNION ALL SELECT format('sequence %s %s', sequencename, last_value) FROM pg_sequences WHERE schemaname = 'public'
  UNION ALL SELECT format('statistics %s', pg_get_statisticsobjdef(oid)) FROM pg_statistic_ext WHERE stxnamespace ${HERE}
  UNION ALL SELECT format('schema %s %s', nspowner::regrole, nspacl) FROM pg_namespace WHERE nspname = 'public'
  ORDER BY 1`
