import type { QueryClient } from '@tanstack/react-query'
import type { Topic } from '#notifications/contract.ts'
import { changesAnswered, onNeeded } from '#ui/client.ts'
import { readStoredText } from '#ui/stored.ts'
import { pause } from './pause.ts'
import { sayStillThere } from './still-there.ts'

// who is signed in may be asked to confirm that it is them
onNeeded(async (needed) => {
  if (!needed.step_up && !needed.factor_required) return false
  // where it does not come, what the server has said is shown
  const loaded = await import('./provide.ts').catch(() => undefined)
  return loaded ? loaded.provide(needed) : false
})

/** Which of an investor's reads a topic of GET /api/events makes stale. */
const own = [
  'GET /api/histories',
  'GET /api/notifications',
  'GET /api/balance',
  'GET /api/analysis',
  'GET /api/payment/:tranx_id',
  'GET /api/story/:account',
  'GET /api/investment-story/:id',
  'GET /api/withdrawal-story/:id',
  'GET /api/withdrawal-conditions',
  'GET /api/referral-story/:id',
  'GET /api/statement',
  'GET /api/worth',
  'GET /api/statement-days',
]
const stale: Partial<Record<Topic, readonly string[]>> = {
  investments: own,
  withdrawals: own,
  referrals: own,
  balance: own,
  identity: [...own, 'GET /api/user', 'GET /api/kyc'],
  users: ['GET /api/user', 'GET /api/notifications'],
  plans: ['GET /api/histories'],
  wallets: ['GET /api/histories'],
  settings: ['GET /api/kyc', 'GET /api/user', 'GET /api/own-terms', 'GET /api/notifications'],
  approvals: ['GET /api/notifications'],
  proofs: ['GET /api/proofs'],
}

/** An administrator's reads: those of one kind of record follow its topic alone, all others follow every topic. */
const DESK = /^GET \/api\/(?:admin|view-user)/
const KIND = /^GET \/api\/admin\/(investments|withdrawals|referrals|users|messages|settings)/

function isStale(topic: Topic, read: string): boolean {
  if (!DESK.test(read)) return stale[topic]?.includes(read) ?? false
  const kind = KIND.exec(read)?.[1] ?? topic
  if (topic === 'messages') return kind === topic && /messages|mailings/.test(read)
  // what was said of a payout and has expired stands on its withdrawal
  if (topic === 'approvals' && kind === 'withdrawals') return true
  return kind === topic || (kind === 'users' && topic === 'identity')
}

/** After which a page's own first reads have long been painted. */
const SETTLED = 3000
/** Between two of them, when they are read again. */
const BETWEEN = 100
const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000

/**
 * Listens to what changes on the server and makes the reads that show it fetch again. Comes back after a lost
 * connection, waiting longer each time. Where the server says that the same person listens in enough newer windows, it
 * comes back when somebody looks at this one again; where the session has ended, once, and then not at all.
 */
export async function followEvents(cache: QueryClient, ended: AbortSignal): Promise<void> {
  sayStillThere(ended)
  let wait = FIRST_WAIT
  let refused = false
  // What a new page reads was read a moment ago: what may have been missed since then is not in a hurry.
  let readAgain = () => void readAgainInTurn(cache, ended)
  while (!ended.aborted) {
    const outcome = await readEvents(cache, ended, readAgain).catch(() => 'not reached' as const)
    // The reads say so to the person, too, unless the half in the cookie has only changed twice meanwhile.
    if (outcome === 'signed out') void cache.invalidateQueries()
    if (outcome === 'signed out' && refused) return
    refused = outcome === 'signed out'
    const heard = outcome !== 'not reached' && !refused
    if (heard) readAgain = () => void cache.invalidateQueries()
    wait = heard ? FIRST_WAIT : Math.min(wait * 2, LONGEST_WAIT)
    await (outcome === 'told to end' ? untilShownAgain(ended) : pause(wait, ended))
  }
}

/** Reads again what a settled page shows, one after the other: all at once is more than a phone does in a blink. */
async function readAgainInTurn(cache: QueryClient, ended: AbortSignal): Promise<void> {
  await pause(SETTLED, ended)
  for (const { queryKey } of cache.getQueryCache().getAll()) {
    if (ended.aborted) return
    void cache.invalidateQueries({ queryKey, exact: true })
    await pause(BETWEEN, ended)
  }
}

type Outcome = 'not reached' | 'lost' | 'told to end' | 'signed out'

/** One connection, until it ends. EventSource cannot send the bearer, so the stream is read by hand. */
async function readEvents(cache: QueryClient, signal: AbortSignal, readAgain: () => void): Promise<Outcome> {
  const token = readStoredText('auth-token')
  const response = await fetch('/api/events', {
    signal,
    credentials: 'include',
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
  })
  // another window may have signed in again meanwhile
  if (response.status === 401) return readStoredText('auth-token') === token ? 'signed out' : 'lost'
  if (!response.ok || !response.body) return 'not reached'
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const events = (text + chunk.value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) refresh(cache, event, readAgain)
      if (events.some((event) => /^event: end$/m.test(event))) return 'told to end'
    }
  } catch {
    // the connection was lost, which is how most of them end
  }
  return 'lost'
}

/**
 * `event: ready` comes once nothing can be missed any more: what was read before may be old.
 * `event: change` names a topic, `data: {"topic":"balance"}`. All else only keeps the connection open.
 */
function refresh(cache: QueryClient, event: string, readAgain: () => void) {
  const [, kind] = /^event: (\w+)$/m.exec(event) ?? []
  if (kind === 'ready') {
    // what the page has asked for and no screen has taken is not news any more
    delete (globalThis as { early?: unknown }).early
    readAgain()
  }
  if (kind !== 'change') return
  const { topic } = JSON.parse(/^data: (.+)$/m.exec(event)?.[1] ?? '{}') as { topic?: Topic }
  if (topic === undefined) return
  // what this page has changed itself may have ended its session, and the next comes with the answer
  void changesAnswered().then(() =>
    cache.invalidateQueries({ predicate: ({ queryKey }) => isStale(topic, String(queryKey[0])) }),
  )
}

/** Waits until the page, out of sight, is looked at again. */
function untilShownAgain(ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState !== 'visible' && !ended.aborted) return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    ended.addEventListener('abort', check, { once: true })
  })
}
