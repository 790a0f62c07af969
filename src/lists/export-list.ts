import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import { csvLines, type CsvField } from './csv.ts'
import type { Database, Tx } from '#kit/database.ts'
import { readTransaction, transaction } from '#kit/transaction.ts'
import { takingTurns } from '#kit/turns.ts'
import type { FileAnswer } from '#kit/wire.ts'
import type { ListQuery } from './contract.ts'

/** A list as a file: its name, its columns, and how a page of it is read, of what its `Query` asks for. */
export type ExportedList<Item, Query = ListQuery> = {
  name: string
  columns: readonly (readonly [header: string, field: (item: Item) => CsvField])[]
  page: (
    tx: Tx,
    query: Query & { cursor?: string; limit: number },
  ) => Promise<{ items: Item[]; next_cursor: string | null }>
}

/** What exports of all lists share. */
export type Exports = {
  db: Database
  clock: Clock
  turn: <T>(work: () => Promise<T>, of?: string) => Promise<T>
  record: RecordExport
  passAgain: PassAgain
}
/** Whether who asked may still have it: throws where they were stopped, or their session was ended. */
type PassAgain = (tx: Tx, actor: Administrator) => Promise<void>
/** Writes down who has taken which list, and what they asked for. */
type RecordExport = (
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  exported: { list: string; query: Record<string, string | undefined> },
) => Promise<void>

/** Pages of files that are read at a time: each holds a connection to the database meanwhile. */
const AT_ONCE = 2

export function openExports(house: Omit<Exports, 'turn'>): Exports {
  return { ...house, turn: takingTurns(AT_ONCE) }
}

/** Lines that are read and written at a time: some ten milliseconds of a processor. */
const PIECE = 250

/**
 * A list as a file for spreadsheets, of any length: page after page as the reader takes them, each a look of its own
 * that waits for its turn, so that a slow reader holds no connection. Each record is as it stands when its page is read.
 * What was asked for is written to the audit log first. 422 for anything that cannot be read. Every page is read for who may still
 * have it, or the file breaks off: a reader sets the pace, and could go on for long after they were stopped.
 */
export async function exportList<Item, Query extends Record<string, string | undefined>>(
  { db, clock, turn, record, passAgain }: Exports,
  actor: Administrator,
  list: ExportedList<Item, Query>,
  query: Query,
): Promise<FileAnswer> {
  const read = (cursor: string | null) =>
    turn(
      () =>
        readTransaction(db, async (tx) => {
          await passAgain(tx, actor)
          return list.page(tx, { ...query, limit: PIECE, ...(cursor === null ? {} : { cursor }) })
        }),
      actor.userId,
    )
  const first = await read(null)
  await transaction(db, (tx) => record(tx, clock, actor, { list: list.name, query }))
  const day = clock.now().toISOString().slice(0, 10)
  return { name: `plumb-${list.name}-${day}.csv`, type: 'text/csv; charset=utf-8', bytes: pieces(list, first, read) }
}

async function* pieces<Item>(
  { columns }: Pick<ExportedList<Item>, 'columns'>,
  first: { items: Item[]; next_cursor: string | null },
  read: (cursor: string) => Promise<{ items: Item[]; next_cursor: string | null }>,
): AsyncGenerator<string> {
  yield csvLines([columns.map(([header]) => header)])
  for (let page = first; ; page = await read(page.next_cursor)) {
    if (page.items.length > 0) yield csvLines(page.items.map((item) => columns.map(([, field]) => field(item))))
    if (page.next_cursor === null) return
  }
}
