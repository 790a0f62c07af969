import type { RawBuilder, SqlBool } from 'kysely'
import { historiesOf, type NamedAct } from '#audit/history.ts'
import type { Tx } from '#kit/database.ts'
import { inPieces } from '#kit/in-pieces.ts'
import type { Status } from '#kit/wire.ts'
import type { WaitsFor } from '#lists/pick-page.ts'
import type { RecordKind } from './rules.ts'
import { countWaitingRecords, type WaitingRecords } from './store.ts'

export type { WaitingRecords }

/**
 * How many records are in these states, and for what they wait: so many for this administrator, and since when. Of all of
 * them or those of which this holds.
 */
export async function waitingIn(
  tx: Tx,
  kind: RecordKind,
  statuses: readonly Status[],
  who: WaitsFor,
  holds?: RawBuilder<SqlBool>,
): Promise<WaitingRecords> {
  return countWaitingRecords(tx, kind, statuses, who, holds)
}

/** Records as the wire has them, each with what has happened to it: by whom, says `namedHistoriesOf` to administrators. */
export async function withActs<Row extends { id: string }, Item>(
  tx: Tx,
  rows: readonly Row[],
  onWire: (row: Row, acts: readonly NamedAct[]) => Item,
  readActs: (tx: Tx, ids: readonly string[]) => Promise<Map<string, NamedAct[]>> = historiesOf,
): Promise<Item[]> {
  const items: Item[] = []
  for await (const piece of inPieces(rows)) {
    const acts = await readActs(
      tx,
      piece.map(({ id }) => id),
    )
    items.push(...piece.map((row) => onWire(row, acts.get(row.id) ?? [])))
  }
  return items
}
