import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { ListCount } from '#lists/contract.ts'
import { useStanding } from '#ui/read.ts'
import { keptPlaceOf } from './list-place.ts'
import { append, cursorsWith, mergePage, partsWith, readAgain, readUpTo, rowsIn, type Part } from './loaded.ts'

/** What a list is asked for, in the words of the wire. */
export type WireQuery = Readonly<Record<string, string>>
type Page<Row> = { items: Row[]; next_cursor: string | null }
export type FetchPage<Row, Reply = Page<Row>> = (query: Record<string, string>) => Promise<Reply & Page<Row>>

/** What is shown of a list, and the way to more of it. */
export type ListPart<Row> = {
  /** Undefined until the first page is there. */
  rows: Row[] | undefined
  more: boolean
  /** How many there are in all, where that is known though there is more. */
  all?: ListCount | undefined
  comingMore: boolean
  /** The next page was asked for and did not come. */
  failedMore: boolean
  loadMore: () => void
}

/** What has been read of a list. */
export type Pages<Row, Reply = unknown> = ListPart<Row> & {
  /** What came with the first page, as it was read last. */
  first: Reply | undefined
  /** One page after the other, until all are here or one does not come. */
  loadAll: () => Promise<void>
  /** These are read again with what is in view, wherever they stand in it. */
  hold: (rows: readonly { id: string }[]) => void
  /** Says which rows are in view: they are read again when something changes. */
  see: (first: number, last: number) => void
  /** What is shown still answers the question before. */
  old: boolean
  /** Why there are no rows, for as long as there are none. */
  error: Error | null
  /** Reads once more, after an error. */
  again: () => unknown
  /** The question, as one text. */
  asked: string
}

type Options<Row> = {
  /** Tells rows without an id from one another. */
  idOf?: (row: Row) => string
  /** All that has been read is in the document, so that all of it is read again. */
  whole?: boolean
  /** Whether it is read at all. */
  enabled?: boolean
}

type Known<Row> = { id: string; row: Row }
type Loaded<Row, Reply> = { parts: Part<Known<Row>>[]; round: number; first: Reply }

/**
 * A list that comes in pages, kept under its call so that events make it read again: its beginning and what is in view,
 * however far somebody has scrolled; the rest when it comes into view.
 */
export function usePages<Row, Reply>(
  callKey: `GET ${string}`,
  fetchPage: FetchPage<Row, Reply>,
  query: WireQuery,
  options: Options<Row> & { idOf: (row: Row) => string },
): Pages<Row, Reply>
export function usePages<Row extends { id: string }, Reply>(
  callKey: `GET ${string}`,
  fetchPage: FetchPage<Row, Reply>,
  query: WireQuery,
  options?: Options<Row>,
): Pages<Row, Reply>
export function usePages<Row, Reply>(
  callKey: `GET ${string}`,
  fetchPage: FetchPage<Row, Reply>,
  query: WireQuery,
  { idOf = (row) => (row as { id: string }).id, whole = false, enabled = true }: Options<Row> = {},
): Pages<Row, Reply> {
  const asked = `${callKey} ${JSON.stringify(query)}`
  const key = [callKey, query]
  const cache = useQueryClient()
  const seen = useRef({ asked, first: 0, last: 0 })
  const held = useRef<ReadonlySet<string>>(new Set())
  const [coming, setComing] = useState<{ cursor: string; failed: boolean } | null>(null)

  const read = readerOf(fetchPage, query, idOf)
  const asking = useQuery({
    queryKey: key,
    queryFn: async (): Promise<Loaded<Row, Reply>> => {
      const { parts, round } = cache.getQueryData<Loaded<Row, Reply>>(key) ?? { parts: [], round: 0 }
      const { first, last } = seen.current.asked === asked ? seen.current : { first: 0, last: 0 }
      const cursors = cursorsWith(parts, { first, last: whole ? Infinity : last, held: held.current })
      const { part: beginning, reply } = await read('', round + 1)
      const readPart = async (cursor: string) => (await read(cursor, round + 1)).part
      const fresh =
        parts.length === 0
          ? await readUpTo(keptPlaceOf(asked)?.last ?? 0, beginning, readPart)
          : await readAgain(parts, { beginning, cursors }, readPart)
      // a page may have come at the end meanwhile
      const present = cache.getQueryData<Loaded<Row, Reply>>(key)?.parts
      return { parts: present ? fresh.reduce(mergePage<Known<Row>>, present) : fresh, round: round + 1, first: reply }
    },
    placeholderData: keepPreviousData,
    enabled,
  })
  const { data, isPlaceholderData, error, refetch } = useStanding(asking)
  const next = data?.parts.at(-1)?.next ?? null

  /** Whether the next page has come and there is one more. */
  const loadNext = async (): Promise<boolean> => {
    const now = cache.getQueryData<Loaded<Row, Reply>>(key)
    const cursor = now?.parts.at(-1)?.next ?? null
    if (now === undefined || cursor === null) return false
    setComing({ cursor, failed: false })
    try {
      const { part } = await read(cursor, now.round)
      cache.setQueryData<Loaded<Row, Reply>>(key, (then) => then && { ...then, parts: append(then.parts, part) })
      setComing(null)
      return part.next !== null
    } catch {
      setComing({ cursor, failed: true })
      return false
    }
  }
  const isComing = coming !== null && coming.cursor === next
  return {
    rows: data && rowsIn(data.parts).map(({ row }) => row),
    first: data?.first,
    more: next !== null,
    comingMore: isComing && !coming.failed,
    failedMore: isComing && coming.failed,
    loadMore: () => void loadNext(),
    loadAll: async () => {
      while (await loadNext());
    },
    hold: (those) => void (held.current = new Set(those.map(({ id }) => id))),
    see: useCallback(
      (first: number, last: number) => {
        seen.current = { asked, first, last }
        const isOld = data && partsWith(data.parts, first, last).some((at) => (data.parts[at]?.round ?? 0) < data.round)
        if (isOld && !isPlaceholderData) void refetch({ cancelRefetch: false })
      },
      [asked, data, isPlaceholderData, refetch],
    ),
    old: isPlaceholderData,
    error,
    again: refetch,
    asked,
  }
}

/** Reads a page as a part of the list, with the reply that it came in. */
function readerOf<Row, Reply>(fetchPage: FetchPage<Row, Reply>, query: WireQuery, idOf: (row: Row) => string) {
  return async (cursor: string, round: number) => {
    const reply = await fetchPage({ ...query, ...(cursor && { cursor }) })
    const items = reply.items.map((row) => ({ id: idOf(row), row }))
    return { part: { cursor, items, next: reply.next_cursor, round }, reply }
  }
}
