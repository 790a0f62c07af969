import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'

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
  /** What is shown still answers the question before. */
  old: boolean
  error: Error | null
  /** The question, as one text. */
  asked: string
}

/** A list that comes in pages, kept under its call so that events make it read again, every page that has been opened. */
export function usePages<Row>(callKey: `GET ${string}`, fetchPage: FetchPage<Row>, narrowed: Narrowed): Pages<Row> {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, error, fetchNextPage } =
    useInfiniteQuery({
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
    failedMore: isFetchNextPageError,
    loadMore: useCallback(() => void fetchNextPage(), [fetchNextPage]),
    old: isPlaceholderData,
    error,
    asked: `${callKey} ${JSON.stringify(narrowed)}`,
  }
}
