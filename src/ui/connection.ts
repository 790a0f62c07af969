import { useSyncExternalStore } from 'react'

/** Whether the server can be reached, as far as this device knows: there is no network, or nobody answers. */
export type Connection = 'there' | 'offline' | 'unreached'

let unreached = false
let newest: number | undefined
const listeners = new Set<() => void>()
const figuresListeners = new Set<() => void>()

export function connection(): Connection {
  if (!navigator.onLine) return 'offline'
  return unreached ? 'unreached' : 'there'
}

/** The connection, and again whenever it is lost or found. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    followConnection,
    connection,
    // a page that is made at build time
    () => 'there',
  )
}

/** When the newest figures on this device were true, in milliseconds; undefined if none have come. */
export function useFiguresFrom(): number | undefined {
  return useSyncExternalStore(followFigures, () => newest)
}

/** Figures have come that were true at a moment: just now, or when they were kept. */
export function figuresCame(at: number) {
  newest = Math.max(newest ?? 0, at)
  for (const listener of figuresListeners) listener()
}

function followFigures(changed: () => void): () => void {
  figuresListeners.add(changed)
  return () => figuresListeners.delete(changed)
}

/** The moment that a growing figure may be shown for: now, or without a connection the moment it was last known. */
export function shownMoment(): number {
  return connection() === 'there' ? Date.now() : (newest ?? Date.now())
}

/** The server has answered, or has not. */
export function noteReachable(yes: boolean) {
  if (unreached === !yes) return
  unreached = !yes
  for (const listener of listeners) listener()
}

/** Tells whenever the connection is lost or found. Returns what ends it. */
export function followConnection(changed: () => void): () => void {
  listeners.add(changed)
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
