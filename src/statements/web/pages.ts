import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { StatementAccount } from '#statements/contract.ts'
import { ownZone } from '#ui/times.ts'
import { call } from './calls.ts'
import type { Period } from './period.ts'
import type { Account } from './story.ts'

const LIMIT = '100'
const STORY = 'GET /api/story/:account'
const STATEMENT = 'GET /api/statement'

/** The postings of one of one's own accounts, newest first, a page at a time. */
export function useStory(account: Account) {
  return usePages([STORY, { account }], (page) => call(STORY, { params: { account }, query: page }))
}

/** What moved in a period, oldest first, a page at a time. Days are those of this device's zone. */
export function useStatement(period: Period, account: StatementAccount) {
  const asked = { ...period, account, zone: ownZone() }
  return usePages([STATEMENT, asked], (page) => call(STATEMENT, { query: { ...asked, ...page } }))
}

type Page<Line> = { lines: Line[]; next_cursor: string | null }

function usePages<Line, Reply extends Page<Line>>(
  queryKey: [string, Record<string, string>],
  fetchPage: (page: { limit: string; cursor?: string }) => Promise<Reply & Page<Line>>,
) {
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage({ limit: LIMIT, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })
  const { data, hasNextPage, fetchNextPage } = pages
  return {
    first: data?.pages[0],
    lines: data?.pages.flatMap(({ lines }) => lines) ?? [],
    /** What is shown still answers the question before. */
    old: pages.isPlaceholderData,
    more: hasNextPage,
    comingMore: pages.isFetchingNextPage,
    failed: pages.isLoadingError,
    again: () => void pages.refetch(),
    loadMore: () => void fetchNextPage(),
    /** One page after the other, until all are here or one does not come. */
    loadAll: async () => {
      for (let more = hasNextPage; more;) {
        const next = await fetchNextPage()
        more = next.hasNextPage && !next.isFetchNextPageError
      }
    },
  }
}
