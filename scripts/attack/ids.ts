/** Everybody's ids, by what they are of, as they are in the database now. */
import type pg from 'pg'

/** How many of a table: the first, which the story has made, and the newest. */
const OF_EACH = 30
/** Words of paths and fields that are called otherwise in the database. */
const CALLED: Record<string, string> = {
  ...{
    user: 'app_user',
    users: 'app_user',
    notes: 'app_user',
    roles: 'app_user',
    reset: 'app_user',
    everywhere: 'app_user',
  },
  ...{ wait: 'factor_help', help: 'factor_help', factor: 'authenticator' },
  ...{
    kyc: 'identity_check',
    checks: 'identity_check',
    filter: 'saved_filter',
    ifs: 'what_if',
    if: 'what_if',
    invitation: 'role_invitation',
  },
  ...{ audit: 'audit_entry', payout: 'withdrawal', suspense: 'investment', quotes: 'investment', passkey: 'passkey' },
  ...{ exit: 'investment', end: 'investment', quote: 'exit_quote' },
}

export type Ids = {
  /** Of what a call's path is about; any where that is unknown. */
  ofPath(path: string): readonly string[]
  /** Of what a field such as `plan_id` names. */
  ofField(name: string): readonly string[]
  tranxIds(): readonly string[]
  refresh(): Promise<void>
}

export async function knowIds(client: pg.Client): Promise<Ids> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT table_name::text AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'id' AND data_type = 'uuid' ORDER BY 1`,
  )
  const byTable = new Map<string, string[]>()
  const named = (word: string) =>
    byTable.get(CALLED[word] ?? word) ?? byTable.get(word.replace(/s$/, '')) ?? byTable.get(word)
  const any = () => [...byTable.values()].flatMap((ids) => ids.slice(0, 3))
  let tranxIds: string[] = []
  const ids: Ids = {
    tranxIds: () => tranxIds,
    ofPath(path) {
      const words = path
        .replaceAll(/\{\w+\}/g, '')
        .split(/[/-]+/)
        .filter((word) => word !== '')
      const found = words
        .toReversed()
        .map(named)
        .find((of) => of !== undefined && of.length > 0)
      return found ?? any()
    },
    ofField: (name) => named(name.replace(/_ids?$/, '')) ?? any(),
    async refresh() {
      const each = tables.map(({ name }) => {
        const pick = (order: string) =>
          `(SELECT '${name}' AS name, id::text FROM "${name}" ORDER BY id ${order} LIMIT ${OF_EACH})`
        return `${pick('ASC')} UNION ${pick('DESC')}`
      })
      const { rows } = await client.query<{ name: string; id: string }>(each.join(' UNION '))
      byTable.clear()
      for (const [name, of] of Map.groupBy(rows, (row) => row.name))
        byTable.set(
          name,
          of.map(({ id }) => id),
        )
      const tranx = await client.query<{ id: string }>(
        'SELECT tranx_id AS id FROM investment ORDER BY id DESC LIMIT 60',
      )
      tranxIds = tranx.rows.map(({ id }) => id)
    },
  }
  await ids.refresh()
  return ids
}
