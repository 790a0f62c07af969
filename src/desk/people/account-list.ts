import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** How many records of a kind an account shows until all are asked for. */
const FIRST = 6
/** How many of each kind come with the account. */
const MOST = 100

type Page<Row> = { items: Row[]; next_cursor: string | null }
type Asked = { user: string; limit: string; cursor?: string }

/** A user's records of one kind: those that came with the account, and where there may be more, the rest in pages. */
export function useAccountList<Row>(
  callKey: `GET ${string}`,
  user: string,
  newest: readonly Row[],
  fetchPage: (asked: Asked) => Promise<Page<Row>>,
) {
  const [whole, setWhole] = useState(false)
  const long = newest.length >= MOST
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [callKey, { user }],
    queryFn: ({ pageParam }) =>
      fetchPage({ user, limit: String(MOST), ...(pageParam === '' ? {} : { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    enabled: long && whole,
  })
  const rows = data?.pages.flatMap(({ items }) => items) ?? newest
  const more = long && (data === undefined || hasNextPage)
  return {
    rows,
    shown: whole ? rows : rows.slice(0, FIRST),
    /** Their number, as far as it is known. */
    count: more ? `${rows.length}+` : String(rows.length),
    folds: rows.length > FIRST,
    whole,
    fold: () => setWhole(!whole),
    more: whole && hasNextPage,
    comingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
  }
}
export type AccountList<Row> = ReturnType<typeof useAccountList<Row>>
