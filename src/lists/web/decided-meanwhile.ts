import { useQuery } from '@tanstack/react-query'
import { decidedElsewhere } from './leaving.ts'
import type { Pages } from './pages.ts'
import type { Selected } from './selection.ts'

type Asked<Row extends { id: string }> = {
  callKey: `GET ${string}`
  pages: Pages<Row>
  chosen: Selected<Row>
  stillWaits: (id: string) => Promise<boolean>
}

/**
 * Takes out of what is selected what somebody else has decided on. Records that the list does not hold any more are asked
 * for: they may also have been pushed out of what is loaded. Not while several are being decided on from here.
 */
export function useDecidedMeanwhile<Row extends { id: string }>(
  { callKey, pages: { rows, old }, chosen, stillWaits }: Asked<Row>,
  deciding: boolean,
): void {
  const listed = new Set(rows?.map(({ id }) => id))
  const isAsked = rows !== undefined && !old && !deciding
  const missing = isAsked ? chosen.selected.flatMap(({ id }) => (listed.has(id) ? [] : [id])) : []
  useQuery({
    // under the call, so that events make it ask again
    queryKey: [`${callKey}/:id`, 'still waits', missing],
    queryFn: async () => {
      const waiting = await Promise.all(missing.map(stillWaits))
      for (const [place, id] of missing.entries()) if (!waiting[place]) chosen.change(decidedElsewhere(id))
      return waiting
    },
    enabled: missing.length > 0,
    gcTime: 0,
  })
}
