import { useQuery } from '@tanstack/react-query'
import type { FetchPage } from './pages.ts'
import type { Person } from './record-parts.tsx'
import type { Steps } from './steps.ts'

/** The open record: of the list, or where it is not in it (any more), looked for among its person's records. */
export function useFound<Row extends { id: string }>(
  callKey: `GET ${string}`,
  fetchPage: FetchPage<Row>,
  { of, record }: Steps<Row>,
  rows: readonly Row[] | undefined,
  personOf: (row: Row) => Person,
): { record: Row | undefined; words: string } {
  const listed = of === undefined || rows?.some(({ id }) => id === of)
  const { data, isPending } = useQuery({
    queryKey: [callKey, { of }],
    queryFn: () => fetchPage({ limit: '100', ...(record && { q: personOf(record).email }) }),
    enabled: rows !== undefined && !listed,
  })
  const fresh = data?.items.find(({ id }) => id === of)
  const words = isPending ? 'loading...' : 'It is not among the newest: look for it by name or e-mail.'
  return { record: listed ? record : (fresh ?? record), words }
}
