import { useQuery } from '@tanstack/react-query'
import type { Steps } from './steps.ts'

/** The open record: of the list, or where it is not in it (any more), asked for by its id. */
export function useOpenRecord<Row extends { id: string }>(
  callKey: `GET ${string}`,
  fetchOne: (id: string) => Promise<{ item: Row }>,
  { of, record }: Steps<Row>,
  rows: readonly Row[] | undefined,
): { record: Row | undefined; words: string } {
  const listed = of === undefined || rows?.some(({ id }) => id === of)
  const { data, error } = useQuery({
    queryKey: [`${callKey}/:id`, { params: { id: of } }],
    queryFn: () => fetchOne(of ?? ''),
    enabled: rows !== undefined && !listed,
  })
  return { record: listed ? record : (data?.item ?? record), words: error ? error.message : 'loading...' }
}
