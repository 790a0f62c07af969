import { useQuery } from '@tanstack/react-query'
import { nextRead, useStanding } from '#ui/read.ts'
import { call } from '#desk/calls.ts'

/** A copy of what falls due: what happens meanwhile does not change what somebody looks at, until they ask for it. */
export function useDues() {
  return useStanding(
    useQuery({
      queryKey: ['what-if', 'dues'],
      queryFn: () => call('GET /api/admin/dues'),
      staleTime: Infinity,
      refetchInterval: (query) => nextRead(query),
    }),
  )
}
