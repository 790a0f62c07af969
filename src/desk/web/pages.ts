import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

/** What a list is narrowed to. */
export type Narrowed = { q?: string; status?: string; limit?: string }
type Page<Row> = { items: Row[]; next_cursor: string | null }
export type FetchPage<Row> = (asked: Narrowed & { cursor?: string }) => Promise<Page<Row>>

/** A list that comes in pages, kept under its call so that events make it read again, every page that has been opened. */
export function usePages<Row>(callKey: `GET ${string}`, fetchPage: FetchPage<Row>, narrowed: Narrowed) {
  const { data, hasNextPage, isFetchingNextPage, isPlaceholderData, error, fetchNextPage } = useInfiniteQuery({
    queryKey: [callKey, narrowed],
    queryFn: ({ pageParam }) => fetchPage({ ...narrowed, ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })
  return {
    rows: data?.pages.flatMap(({ items }) => items),
    more: hasNextPage,
    comingMore: isFetchingNextPage,
    /** What is shown still answers the question before. */
    old: isPlaceholderData,
    error,
    loadMore: () => void fetchNextPage(),
  }
}
