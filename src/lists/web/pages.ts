import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { append, mend, partsWith, reaches, rowsIn, type Part } from './loaded.ts'

/** What a list is narrowed to and how it is ordered, in the words of the wire. */
export type Narrowed = Readonly<Record<string, string>>
type Page<Row> = { items: Row[]; next_cursor: string | null }
export type FetchPage<Row> = (asked: Record<string, string>) => Promise<Page<Row>>

/** What has been read of a list. */
export type Pages<Row> = {
  /** Undefined until the first page is there. */
  rows: Row[] | undefined
  more: boolean
  comingMore: boolean
  /** The next page was asked for and did not come. */
  failedMore: boolean
  loadMore: () => void
  /** Says which rows are in view: they are read again when something changes. */
  see: (first: number, last: number) => void
  /** What is shown still answers the question before. */
  old: boolean
  error: Error | null
  /** Reads once more, after an error. */
  again: () => void
  /** The question, as one text. */
  asked: string
}

/** So many pages more are read again at most for one into which new rows have come. */
const FURTHER = 3

type Known<Row> = { id: string; row: Row }
type Loaded<Row> = { parts: Part<Known<Row>>[]; round: number }

/**
 * A list that comes in pages, kept under its call so that events make it read again: its beginning and what is in view,
 * however far somebody has scrolled; the rest when it comes into view.
 */
export function usePages<Row extends { id: string }>(
  callKey: `GET ${string}`,
  fetchPage: FetchPage<Row>,
  narrowed: Narrowed,
): Pages<Row>
/** The same of rows without an id, which `idOf` tells from one another. */
export function usePages<Row>(
  callKey: `GET ${string}`,
  fetchPage: FetchPage<Row>,
  narrowed: Narrowed,
  idOf: (row: Row) => string,
): Pages<Row>
export function usePages<Row>(
  callKey: `GET ${string}`,
  fetchPage: FetchPage<Row>,
  narrowed: Narrowed,
  idOf: (row: Row) => string = (row) => (row as { id: string }).id,
): Pages<Row> {
  const asked = `${callKey} ${JSON.stringify(narrowed)}`
  const key = [callKey, narrowed]
  const cache = useQueryClient()
  const seen = useRef({ asked, first: 0, last: 0 })
  const [coming, setComing] = useState<{ cursor: string; failed: boolean } | null>(null)

  const read = async (cursor: string, round: number): Promise<Part<Known<Row>>> => {
    const page = await fetchPage({ ...narrowed, ...(cursor && { cursor }) })
    const items = page.items.map((row) => ({ id: idOf(row), row }))
    return { cursor, items, next: page.next_cursor, round }
  }
  const { data, isPlaceholderData, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async (): Promise<Loaded<Row>> => {
      const { parts, round } = cache.getQueryData<Loaded<Row>>(key) ?? { parts: [], round: 0 }
      const { first, last } = seen.current.asked === asked ? seen.current : { first: 0, last: 0 }
      const inView = partsWith(parts, first, last).flatMap((index) => parts[index]?.cursor ?? [])
      const fresh: Part<Known<Row>>[] = []
      for (const cursor of new Set(['', ...inView])) {
        let part = await read(cursor, round + 1)
        // with what new rows have pushed out of it: without, all that is behind it would go, and who reads there with it
        for (let more = 0; more < FURTHER && part.next !== null && !reaches(parts, part); more += 1) {
          const further = await read(part.next, round + 1)
          part = { ...further, cursor, items: [...part.items, ...further.items] }
        }
        fresh.push(part)
      }
      // a page may have come at the end meanwhile
      const present = cache.getQueryData<Loaded<Row>>(key)?.parts
      return { parts: present ? fresh.reduce(mend<Known<Row>>, present) : fresh, round: round + 1 }
    },
    placeholderData: keepPreviousData,
  })
  const next = data?.parts.at(-1)?.next ?? null

  const loadMore = async () => {
    if (data === undefined || next === null || isPlaceholderData) return
    setComing({ cursor: next, failed: false })
    try {
      const part = await read(next, data.round)
      cache.setQueryData<Loaded<Row>>(key, (now) => now && { ...now, parts: append(now.parts, part) })
      setComing(null)
    } catch {
      setComing({ cursor: next, failed: true })
    }
  }
  return {
    rows: data && rowsIn(data.parts).map(({ row }) => row),
    more: next !== null,
    comingMore: coming !== null && coming.cursor === next && !coming.failed,
    failedMore: coming !== null && coming.cursor === next && coming.failed,
    loadMore: () => void loadMore(),
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
    again: () => void refetch(),
    asked,
  }
}
