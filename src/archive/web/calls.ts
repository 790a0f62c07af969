import { useQuery } from '@tanstack/react-query'
import type { archiveContract } from '#archive/contract.ts'
import { createClient } from '#ui/client.ts'
import { nextRead, useStanding } from '#ui/read.ts'

/** The calls of this slice. */
export const call = createClient<typeof archiveContract>()

/** Milliseconds between two looks at how far it has come. */
const SOON = 2000

/** One's own file, looked at again and again while it is made. */
export function useArchive() {
  return useStanding(
    useQuery({
      queryKey: ['GET /api/archive'],
      queryFn: () => call('GET /api/archive'),
      refetchInterval: (query) => nextRead(query, query.state.data?.archive?.state === 'making' && SOON),
    }),
  )
}
