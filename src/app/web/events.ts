import type { QueryClient } from '@tanstack/react-query'
import { readText } from '#ui/stored.ts'

/** Which reads a topic of GET /api/events makes stale. */
const own = ['GET /api/histories', 'GET /api/balance', 'GET /api/analysis', 'GET /api/payment/:tranx_id']
const desk = ['GET /api/admin-histories', 'GET /api/view-user/:id']
const stale: Record<string, readonly string[]> = {
  investments: [...own, ...desk, 'GET /api/admin/investments'],
  withdrawals: [...own, ...desk, 'GET /api/admin/withdrawals'],
  referrals: [...own, ...desk, 'GET /api/admin/referrals'],
  balance: [...own, ...desk],
  identity: ['GET /api/user', 'GET /api/kyc', 'GET /api/admin-kyc', 'GET /api/histories', ...desk, 'GET /api/admin/users'],
  users: ['GET /api/user', ...desk, 'GET /api/admin/users'],
  plans: ['GET /api/histories', ...desk],
  wallets: ['GET /api/histories', ...desk],
}

const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000

/**
 * Listens to what changes on the server and makes the reads that show it fetch again. Comes back after a lost
 * connection, waiting longer each time, and then fetches everything, for it cannot know what it missed.
 * Returns what ends it.
 */
export function listen(cache: QueryClient): () => void {
  const ended = new AbortController()
  void keepListening(cache, ended.signal)
  return () => ended.abort()
}

async function keepListening(cache: QueryClient, ended: AbortSignal) {
  let wait = FIRST_WAIT
  let missed = false
  while (!ended.aborted) {
    await readEvents(cache, ended, () => {
      if (missed) void cache.invalidateQueries()
      missed = true
      wait = FIRST_WAIT
    }).catch(() => {})
    await pause(wait, ended)
    wait = Math.min(wait * 2, LONGEST_WAIT)
  }
}

/** One connection, until it ends. EventSource cannot send the bearer, so the stream is read by hand. */
async function readEvents(cache: QueryClient, signal: AbortSignal, opened: () => void) {
  const response = await fetch('/api/events', {
    signal,
    credentials: 'include',
    headers: { accept: 'text/event-stream', authorization: `Bearer ${readText('auth-token')}` },
  })
  if (!response.ok || !response.body) return
  opened()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const events = (text + chunk.value).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) refresh(cache, event)
  }
}

/** `data: {"topic":"balance"}`; lines that begin with a colon only keep the connection open. */
function refresh(cache: QueryClient, event: string) {
  const data = /^data: ?(.+)$/m.exec(event)?.[1]
  if (!data) return
  const { topic } = JSON.parse(data) as { topic: string }
  const reads = stale[topic] ?? []
  void cache.invalidateQueries({ predicate: ({ queryKey }) => reads.includes(String(queryKey[0])) })
}

/** Waits, a little more or less than asked so that not everybody comes back at once, or until the network does. */
function pause(milliseconds: number, ended: AbortSignal): Promise<void> {
  const spread = milliseconds * (0.75 + Math.random() / 2)
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, spread)
    addEventListener('online', done)
    ended.addEventListener('abort', done, { once: true })
  })
}
