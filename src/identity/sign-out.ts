import { recordAct } from '#audit/record.ts'
import type { Investor } from '#kit/actor.ts'
import { type Clock, MINUTE } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken } from '#kit/ids.ts'
import { siteOf } from '#kit/ip-address.ts'
import { countAttempt } from '#kit/limit.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { programOf } from '#kit/device-in-words.ts'
import { endSessions } from './end-sessions.ts'

/** Ends the session that somebody asks in. */
export async function signOut(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  { bearer = '', userAgent }: Pick<RequestFacts, 'bearer' | 'userAgent'>,
): Promise<void> {
  await endSessions(tx, { bearer_hash: hashToken(bearer) }, clock.now())
  await recordAct(tx, clock, actor, {
    action: 'sign out',
    subject: { kind: 'user', id: actor.userId },
    after: programOf(userAgent),
  })
}

/**
 * Ends sessions that somebody signed out of while their device reached nobody, by the hashes of their tokens. Such a hash
 * opens nothing, and is known to whoever had the token. What names no session is answered the same; 429 beyond sixty in a
 * minute of one site.
 */
export async function endSignedOut(
  tx: Tx,
  clock: Clock,
  { sessions, address }: { sessions: readonly string[]; address: string },
): Promise<void> {
  const limit = { key: `end-unended/${siteOf(address)}`, most: 60, milliseconds: MINUTE }
  await countAttempt(tx, clock, [limit], 'Too many sign-outs have come from your network.')
  for (const hash of sessions.toSorted()) await endSessions(tx, { bearer_hash: hash }, clock.now())
}
