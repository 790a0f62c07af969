import { useQuery } from '@tanstack/react-query'
import * as text from '#texts/list.ts'
import type { ListCount } from '#lists/contract.ts'
import { type FetchPage, type ListPart, type Pages, usePages, type WireQuery } from './pages.ts'

/** Asks the server how many there are, of what a list is asked for. */
export type FetchCount = (query: Record<string, string>) => Promise<ListCount>

/** A list in pages, with how many there are in all: of what is not here yet the server is asked, apart from the pages. */
export function useCountedPages<Row extends { id: string }>(
  callKey: `GET ${string}`,
  fetchPage: FetchPage<Row>,
  fetchCount: FetchCount,
  query: WireQuery,
): Pages<Row> {
  'use no memo'
  const pages = usePages(callKey, fetchPage, query)
  return { ...pages, all: useCount(callKey, query, fetchCount, pages.more && !pages.old) }
}

/** How many there are in all; undefined until the server has said so. */
export function useCount(
  callKey: `GET ${string}`,
  { sort: _, limit: __, ...asked }: WireQuery,
  fetchCount: FetchCount,
  enabled: boolean,
): ListCount | undefined {
  'use no memo'
  const { data } = useQuery({ queryKey: [`${callKey}/count`, asked], queryFn: () => fetchCount(asked), enabled })
  return enabled ? data : undefined
}

/** `1,234 in all`, or `12 found` of a list that is narrowed; nothing before its first page is there. */
export function countLine({ rows, more, all }: ListPart<unknown>, isNarrowed: boolean): string | undefined {
  if (!rows) return undefined
  if (more && !all) return text.first(rows.length)
  const counted = all ?? { count: rows.length, more: false }
  return isNarrowed ? text.found(counted) : text.inAll(counted)
}
