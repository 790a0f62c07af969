/** What stands in every table, a hash for each row, and what has changed since it was last looked at. */
import type pg from 'pg'

export type Change = { table: string; key: string; what: 'made' | 'changed' | 'removed'; row: string }

/** Counts of attempts, kept answers, what open screens are told, prices: they move with whatever is asked. */
const NOT_COMPARED = [
  'rate_limit',
  'wrong_sign_in',
  'idempotency',
  'live_event',
  'event_stream',
  'candle',
  'market_source',
  'moved_clock',
  // made from what is there once its owner has asked
  'archive_piece',
]
/** How far the delivery of a message has come, and when something was last used. */
const MOVES_BY_ITSELF = {
  message: [
    'next_try_at',
    'state',
    'to_file',
    'claim',
    'tries',
    'delivered_at',
    'given_up_at',
    'last_error',
    'sent_by',
    'content',
    'lease',
    'wiped_at',
  ],
  mailing: ['last_user_id', 'expanded', 'expanded_at', 'settled_at', 'delivered', 'failed'],
  archive: ['state', 'step', 'claim_id', 'claimed_until', 'tries', 'made_at', 'bytes', 'holds_identity', 'over_at'],
  session: ['seen_at'],
  known_place: ['seen_at'],
} as const

/** `bytes` are its columns of files, which nobody reads in a finding. */
type Table = { name: string; key: string[]; bytes: string[] }
/** Characters of a row that are kept. */
const LONGEST_ROW = 8000

type Read = { name: string; key: string; hash: string; row: string }

export type Rows = {
  /** What has changed in all tables since this was asked last. */
  changes(): Promise<Change[]>
  /** How many rows are compared. */
  count(): number
  /** Every row as it stood when it was first looked at, for whoever learns whose they are. */
  first: readonly Pick<Change, 'table' | 'key' | 'row'>[]
}

/**
 * Looks at all rows once, and later only at those which a transaction has written since: PostgreSQL keeps with each row
 * which one that was. A removed row shows in its table's count. `client` is the owner of the tables.
 */
export async function watchRows(client: pg.Client): Promise<Rows> {
  const tables = await tablesOf(client)
  const known = new Map(tables.map(({ name }) => [name, new Map<string, { hash: string; row: string }>()]))
  let since = '0'

  const readSince = async () => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    try {
      const next = await client.query<{ since: string }>(
        'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS since',
      )
      const rows = await client.query<Read>(tables.map((table) => selectSince(table)).join(' UNION ALL '), [since])
      const counts = await client.query<{ name: string; count: string }>(
        tables
          .map(({ name }) => `SELECT '${name}' AS name, count(*)::text AS count FROM "${name}"`)
          .join(' UNION ALL '),
      )
      const gone: Change[] = []
      const written = Map.groupBy(rows.rows, ({ name }) => name)
      for (const { name, count } of counts.rows)
        gone.push(...(await removedFrom(name, Number(count), written.get(name) ?? [])))
      since = next.rows[0]?.since ?? since
      return { rows: rows.rows, gone }
    } finally {
      await client.query('COMMIT')
    }
  }
  const removedFrom = async (name: string, count: number, written: readonly Read[]): Promise<Change[]> => {
    const before = known.get(name) ?? new Map<string, { hash: string; row: string }>()
    const expected = before.size + written.filter(({ key }) => !before.has(key)).length
    if (expected === count) return []
    const table = tables.find((each) => each.name === name)
    if (table === undefined) return []
    const { rows } = await client.query<{ key: string }>(`SELECT ${keyOf(table)} AS key FROM "${name}" AS t`)
    const there = new Set(rows.map(({ key }) => key))
    return [...before]
      .filter(([key]) => !there.has(key))
      .map(([key, { row }]) => ({ table: name, key, what: 'removed', row }))
  }
  const changes = async (): Promise<Change[]> => {
    const { rows, gone } = await readSince()
    for (const { table, key } of gone) known.get(table)?.delete(key)
    const found: Change[] = [...gone]
    for (const { name, key, hash, row } of rows) {
      const before = known.get(name)?.get(key)
      known.get(name)?.set(key, { hash, row })
      if (before === undefined) found.push({ table: name, key, what: 'made', row })
      else if (before.hash !== hash) found.push({ table: name, key, what: 'changed', row: `${row} was ${before.row}` })
    }
    return found
  }
  const first = await changes()
  return { changes, first, count: () => [...known.values()].reduce((sum, { size }) => sum + size, 0) }
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT tablename::text AS name, coalesce((
       SELECT array_agg(attname::text ORDER BY attname) FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
       WHERE indisprimary AND indrelid = quote_ident(tablename)::regclass), '{}') AS key,
       coalesce((SELECT array_agg(attname::text) FROM pg_attribute
       WHERE attrelid = quote_ident(tablename)::regclass AND atttypid = 'bytea'::regtype), '{}') AS bytes
     FROM pg_tables WHERE schemaname = 'public' AND NOT tablename = ANY($1) ORDER BY 1`,
    [NOT_COMPARED],
  )
  return rows
}

/** Without a primary key a row is known by all that it has. */
const keyOf = ({ key }: Table) =>
  key.length === 0 ? 'md5(t::text)' : `concat_ws('/', ${key.map((column) => `t."${column}"`).join(', ')})`

function selectSince(table: Table): string {
  const moving = Object.entries(MOVES_BY_ITSELF).find(([name]) => name === table.name)?.[1] ?? []
  const without = (columns: readonly string[]) =>
    columns.length === 0 ? 'to_jsonb(t)' : `(to_jsonb(t) - ARRAY[${columns.map((column) => `'${column}'`).join(', ')}])`
  return `SELECT '${table.name}' AS name, ${keyOf(table)} AS key, md5(${without(moving)}::text) AS hash,
      left(${without(table.bytes)}::text, ${LONGEST_ROW}) AS row
    FROM "${table.name}" AS t WHERE t.xmin::text::bigint >= $1::bigint`
}
