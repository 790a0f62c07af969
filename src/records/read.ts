import { actsOn, type ActRow } from '#audit/read.ts'
import type { Tx } from '#kit/database.ts'
import type { Status } from '#kit/wire.ts'
import type { Waiting, WaitsFor } from '#lists/pick-page.ts'
import type { Kind } from './rules.ts'
import { selectWaiting } from './store.ts'

/** How many records are in these states, out of which so many may be decided by somebody, and since when. */
export async function waitingIn(tx: Tx, kind: Kind, statuses: readonly Status[], who: WaitsFor): Promise<Waiting> {
  return selectWaiting(tx, kind, statuses, who)
}

/** Records as the wire has them, each with what has happened to it. */
export async function withActs<Row extends { id: string }, Item>(
  tx: Tx,
  rows: readonly Row[],
  onWire: (row: Row, acts: readonly ActRow[]) => Item,
): Promise<Item[]> {
  const acts = await actsOn(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => onWire(row, acts.get(row.id) ?? []))
}
