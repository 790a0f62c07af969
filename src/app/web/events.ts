import type { QueryClient } from '@tanstack/react-query'
import type { Topic } from '#notifications/contract.ts'
import { readText } from '#ui/stored.ts'

/** Which reads a topic of GET /api/events makes stale. */
const own = [
  'GET /api/histories',
  'GET /api/balance',
  'GET /api/analysis',
  'GET /api/payment/:tranx_id',
  'GET /api/story/:account',
  'GET /api/investment-story/:id',
  'GET /api/withdrawal-story/:id',
  'GET /api/referral-story/:id',
  'GET /api/statement',
]
const desk = [
  'GET /api/admin-histories',
  'GET /api/view-user/:id',
  'GET /api/admin/waiting',
  'GET /api/admin/figures',
  'GET /api/admin/due',
  'GET /api/admin/moves',
  'GET /api/admin/balances',
  'GET /api/admin/approvals',
  'GET /api/admin/audit',
  'GET /api/admin/checklist',
  'GET /api/admin/funds',
  'GET /api/admin/postings',
  'GET /api/admin/plans',
  'GET /api/admin/wallets',
  'GET /api/admin/suspense-for/:id',
]
const stale: Record<Topic, readonly string[]> = {
  investments: [
    ...own,
    ...desk,
    'GET /api/admin/investments',
    'GET /api/admin/investments/:id',
    'GET /api/admin/funds',
  ],
  withdrawals: [
    ...own,
    ...desk,
    'GET /api/admin/withdrawals',
    'GET /api/admin/withdrawals/:id',
    'GET /api/admin/funds',
  ],
  referrals: [...own, ...desk, 'GET /api/admin/referrals', 'GET /api/admin/referrals/:id'],
  balance: [...own, ...desk],
  identity: [
    'GET /api/user',
    'GET /api/kyc',
    'GET /api/admin-kyc',
    'GET /api/histories',
    ...desk,
    'GET /api/admin/users',
  ],
  users: ['GET /api/user', ...desk, 'GET /api/admin/users', 'GET /api/admin/invitations', 'GET /api/admin/notes/:id'],
  plans: ['GET /api/histories', ...desk],
  wallets: ['GET /api/histories', ...desk, 'GET /api/admin/funds'],
  messages: ['GET /api/admin/messages', 'GET /api/admin/mailings'],
  settings: ['GET /api/kyc', 'GET /api/admin/settings', ...desk],
  approvals: [...desk],
}

/** After which a page's own first reads have long been painted. */
const SETTLED = 3000
const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000

/**
 * Listens to what changes on the server and makes the reads that show it fetch again. Comes back after a lost
 * connection, waiting longer each time. Returns what ends it.
 */
export function listen(cache: QueryClient): () => void {
  const ended = new AbortController()
  void keepListening(cache, ended.signal)
  return () => ended.abort()
}

async function keepListening(cache: QueryClient, ended: AbortSignal) {
  let wait = FIRST_WAIT
  // What a new page reads was read a moment ago: what may have been missed since then is not in a hurry.
  let readAgain = () => void pause(SETTLED, ended).then(() => (ended.aborted ? undefined : cache.invalidateQueries()))
  while (!ended.aborted) {
    const heard = await readEvents(cache, ended, readAgain).catch(() => false)
    if (heard) readAgain = () => void cache.invalidateQueries()
    wait = heard ? FIRST_WAIT : Math.min(wait * 2, LONGEST_WAIT)
    await pause(wait, ended)
  }
}

/**
 * One connection, until it ends; false where it did not come about. EventSource cannot send the bearer, so the
 * stream is read by hand.
 */
async function readEvents(cache: QueryClient, signal: AbortSignal, readAgain: () => void): Promise<boolean> {
  const response = await fetch('/api/events', {
    signal,
    credentials: 'include',
    headers: { accept: 'text/event-stream', authorization: `Bearer ${readText('auth-token')}` },
  })
  if (!response.ok || !response.body) return false
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const events = (text + chunk.value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) refresh(cache, event, readAgain)
    }
  } catch {
    // the connection was lost, which is how most of them end
  }
  return true
}

/**
 * `event: ready` comes once nothing can be missed any more: what was read before may be old.
 * `event: change` names a topic, `data: {"topic":"balance"}`. All else only keeps the connection open.
 */
function refresh(cache: QueryClient, event: string, readAgain: () => void) {
  const [, kind] = /^event: (\w+)$/m.exec(event) ?? []
  if (kind === 'ready') readAgain()
  if (kind !== 'change') return
  const { topic } = JSON.parse(/^data: (.+)$/m.exec(event)?.[1] ?? '{}') as { topic?: Topic }
  const reads = topic === undefined ? [] : stale[topic]
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
