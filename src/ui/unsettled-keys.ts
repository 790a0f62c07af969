import { readStored, writeStored } from './stored.ts'

/**
 * The Idempotency-Keys of what was sent and not settled yet: they are kept on this device, so that the same thing sent
 * again carries the same key and is done once, also after the page was loaded again, the app was closed or the session
 * had ended in between. What was sent stands here as a hash only.
 */
const PLACE = 'unsettled-keys'
/** Milliseconds for which the server knows a key. */
const KNOWN_FOR = 24 * 3_600_000
const MOST = 100

type Kept = Record<string, { key: string; at: number }>

/** Where storage is closed: for as long as the page is there. */
let here: Kept = {}

/** The key of a submission: a new one, or the one under which it was sent before and is not settled. */
export async function keyOf(submission: string): Promise<string> {
  const name = await nameOf(submission)
  const known = unsettled()
  const own = known[name] ?? { key: crypto.randomUUID(), at: Date.now() }
  keep({ ...known, [name]: own })
  return own.key
}

/** What was sent has an answer that stands: sent again it is something new. */
export async function settle(submission: string): Promise<void> {
  const name = await nameOf(submission)
  const { [name]: _, ...rest } = unsettled()
  keep(rest)
}

function unsettled(): Kept {
  const kept = Object.entries(readStored<Kept>(PLACE) ?? here)
  return Object.fromEntries(kept.filter(([, { at }]) => at > Date.now() - KNOWN_FOR))
}

function keep(keys: Kept) {
  here = Object.fromEntries(Object.entries(keys).slice(-MOST))
  writeStored(PLACE, here)
}

/** By the person who sends it, too: a device may be used by several. */
async function nameOf(submission: string): Promise<string> {
  const person = readStored<{ id: string }>('user')?.id ?? ''
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${person} ${submission}`))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
