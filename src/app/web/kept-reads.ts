import type { QueryClient } from '@tanstack/react-query'
import { readView } from '#identity/web/session.ts'
import { connection, figuresCame, followConnection } from '#ui/connection.ts'
import { forgetText, keepText, readKeptText } from '#ui/kept-text.ts'
import { readStored } from '#ui/stored.ts'
import { followClock } from './device-clock.ts'
import { keepScroll } from './kept-scroll.ts'
import type { User } from '#users/contract.ts'

/** What an investor's screens are made of. Nothing that an administrator reads of others is ever kept. */
const READS = ['GET /api/user', 'GET /api/histories', 'GET /api/balance', 'GET /api/analysis', 'GET /api/worth']
/** Milliseconds after which what was kept is not shown any more. */
const LONGEST = 24 * 60 * 60 * 1000
/** Characters; who has more is shown nothing offline rather than half of it. */
const LARGEST = 4_000_000
/** Changes are gathered for so many milliseconds. */
const GATHER = 1000

type Kept = { user: string; build: string; reads: { key: readonly unknown[]; at: number; data: unknown }[] }

/** The names of the app's files carry their hashes, so the entry's says which build this is. */
const build = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
const userId = () => readStored<User>('user')?.id

/**
 * Keeps an investor's reads on this device, and shows them again with their age where a screen comes up without a
 * connection, and keeps how far down the screen was. They belong to the person who was signed in when the page was opened.
 */
export function keepReads(cache: QueryClient, ended: AbortSignal) {
  const user = userId()
  if (user === undefined || readView() !== 'investor' || ended.aborted) return
  followClock(cache, ended)
  keepScroll(ended)
  let timer: ReturnType<typeof setTimeout> | undefined
  const keepSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void keep(cache, user).catch(() => {}), GATHER)
  }
  const unwatch = cache.getQueryCache().subscribe((event) => {
    // what is put back from the device is no news
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) keepSoon()
  })
  const follow = () => {
    if (connection() !== 'there') showKept(cache, user).catch(() => {})
  }
  const unfollow = followConnection(follow)
  ended.addEventListener('abort', () => {
    clearTimeout(timer)
    unwatch()
    unfollow()
  })
  follow()
  // what came before this did
  if (connection() === 'there') keepSoon()
}

async function keep(cache: QueryClient, user: string) {
  const known = cache.getQueryCache().findAll({ predicate: ({ queryKey }) => READS.includes(String(queryKey[0])) })
  const reads = known.flatMap(({ queryKey: key, state }) =>
    state.data === undefined ? [] : [{ key, at: state.dataUpdatedAt, data: state.data }],
  )
  if (reads.length === 0) return
  const text = JSON.stringify({ user, build: build(), reads } satisfies Kept)
  if (text.length > LARGEST || userId() !== user) return
  await keepText(text)
  // somebody may have signed out while it was written
  if (userId() !== user) forgetText()
}

async function showKept(cache: QueryClient, user: string) {
  const kept = JSON.parse((await readKeptText()) ?? 'null') as Kept | null
  if (kept?.user !== user || kept.build !== build() || userId() !== user) return
  for (const { key, at, data } of kept.reads) {
    const left = at + LONGEST - Date.now()
    if (left <= 0 || cache.getQueryData(key) !== undefined) continue
    figuresCame(at)
    cache.setQueryData(key, data, { updatedAt: at })
  }
}
