import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newSecret } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import type { SetCookie } from '#kit/routes.ts'
import { announceSessions } from '#notifications/notify.ts'
import { sessionCookie } from './cookies.ts'
import { rotateHalf } from './session-store.ts'

const ENDED = 'Your session has ended. Sign in again.'

/**
 * Gives a session another http-only half, where its owner has proved who they are or chosen another password: whoever has
 * come by both halves has nothing of it, and nothing at all a minute later: streams of events that were opened with the old
 * half end at once. For that minute the old half is good for what needs no proof: a page has other requests under way,
 * which would sign its owner out. 401 if the session has ended.
 */
export async function changeHalf(tx: Tx, clock: Clock, { sessionId, userId }: Investor): Promise<SetCookie> {
  const now = clock.now()
  const half = newSecret()
  const expiresAt = sessionId === null ? undefined : await rotateHalf(tx, sessionId, hashToken(half), now)
  if (expiresAt === undefined) refuse('not signed in', ENDED)
  await announceSessions(tx, userId)
  return sessionCookie(half, now, expiresAt)
}

/** Answers a call that changes the half of its session: the browser gets the new one once that is committed, and only then. */
export async function withNewHalf<Reply>(
  asked: { setCookie(cookie: SetCookie): void },
  answer: (hand: (cookie: SetCookie) => void) => Promise<Reply>,
): Promise<Reply> {
  let half: SetCookie | undefined
  const reply = await answer((cookie) => {
    half = cookie
  })
  if (half !== undefined) asked.setCookie(half)
  return reply
}
