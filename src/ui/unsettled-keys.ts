import { readStored, writeStored } from './stored.ts'

/**
 * The Idempotency-Keys of what was sent and not settled yet: they are kept on this device, so that the same thing sent
 * again carries the same key and is done once, also after the page was loaded again, the app was closed or the session
 * had ended in between. What was sent stands here as a hash only.
 */
const PLACE = 'unsettled-keys'
/** Milliseconds for which the server knows a key. */
const KNOWN_FOR = 24 * 3_600_000

type Kept = Record<string, { key: string; at: number }>

/** Where storage is closed: for as long as the page is there. */
let here: Kept = {}

/** Of what has a secret in it: never on the device. */
const unstored: Record<string, string> = {}

/**
 * The key of a submission: a new one, or the one under which it was sent before and is not settled. Of a secret one it is
 * known for as long as the page is there.
 */
export async function keyOf(submission: string, isSecret?: boolean): Promise<string> {
  const name = await nameOf(submission)
  if (isSecret) return (unstored[name] ??= crypto.randomUUID())
  const keys = unsettled()
  const { key } = (keys[name] ??= { key: crypto.randomUUID(), at: Date.now() })
  keep(keys)
  return key
}

/** What was sent has an answer that stands: sent again it is something new. */
export async function settleKey(submission: string): Promise<void> {
  const name = await nameOf(submission)
  delete unstored[name]
  const keys = unsettled()
  delete keys[name]
  keep(keys)
}

function unsettled(): Kept {
  const kept = Object.entries(readStored<Kept>(PLACE) ?? here)
  return Object.fromEntries(kept.filter(([, { at }]) => at > Date.now() - KNOWN_FOR))
}

function keep(keys: Kept) {
  here = keys
  writeStored(PLACE, keys)
}

/** By the person who sends it, too: a device may be used by several. */
async function nameOf(submission: string): Promise<string> {
  const person = readStored<{ id: string }>('user')?.id
  const said = new TextEncoder().encode(`${person} ${submission}`)
  return String(new Uint32Array(await crypto.subtle.digest('SHA-256', said)))
}
