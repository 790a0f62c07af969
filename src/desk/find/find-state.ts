import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { call } from '#desk/calls.ts'
import { type Found, type FindScreen, type Hit, hitsOf, LEAST, recentHits, rememberHit } from './hits.ts'

/** Milliseconds for which nothing more is typed before the server is asked. */
const TYPING_PAUSE = 150

/** Asked for once it has stood there for a moment: what is typed over is given up before. */
const asking = (q: string) => ({
  queryKey: ['GET /api/admin/find', { query: { q } }],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    await new Promise((done) => setTimeout(done, TYPING_PAUSE))
    signal.throwIfAborted()
    return call('GET /api/admin/find', { query: { q } })
  },
})

/** What is typed, what was found, which of it Enter opens, and what each key does. */
export function useFind(screens: readonly FindScreen[], onClose: () => void) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const cache = useQueryClient()
  const text = typed.trim()
  const asks = text.length >= LEAST
  const { data, error, isPlaceholderData } = useQuery({
    ...asking(text),
    enabled: asks,
    // until the answer comes, what was found before stays there
    placeholderData: (before: Found | undefined) => before,
  })
  const settled = !asks || (!isPlaceholderData && (data ?? error) !== null)
  const recent = text === '' ? recentHits() : []
  const hits = [...recent, ...hitsOf(text, screens, asks ? data : undefined)]
  const active = Math.min(at, hits.length - 1)

  const leave = (hit: Hit) => {
    rememberHit(hit)
    onClose()
  }
  const go = (hit: Hit | undefined) => {
    if (!hit) return
    leave(hit)
    void navigate({ to: hit.to, search: hit.search ?? {} })
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt(hits.length > 0 ? (active + step + hits.length) % hits.length : 0)
    else if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && settled) go(hits[active])
    else if (event.key === 'Enter') {
      // pressed sooner than the answer came: it is for what was typed, not for what still stands there
      void cache.fetchQuery(asking(text)).then(
        (found) => go(hitsOf(text, screens, found)[0]),
        // why it did not come stands under the field
        () => {},
      )
    } else return
    event.preventDefault()
    // a panel under it, or the record, would hear of it too
    event.stopPropagation()
  }
  return {
    ...{ typed, press, leave, hits, active, recent: recent.length, point: setAt },
    type: (next: string) => {
      setTyped(next)
      setAt(0)
    },
    /** How far the answer has come; the way to the list of users is none of what was found. */
    said: { text, asks, settled, error, hits: hits.length - (asks && data ? 1 : 0) },
  }
}
