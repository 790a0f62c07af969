/** Sessions of people who have investments, opened beside the app: signing in takes much longer, and is not what is measured. */
import type pg from 'pg'
import { SESSION_COOKIE } from '#identity/cookies.ts'
import { hashToken, newId, newToken } from '#kit/ids.ts'

export type OpenedSession = { userId: string; headers: Record<string, string> }

/** One session for each of so many people, the same people each time: from the middle, with as many records as most have. */
export async function openSessions(client: pg.Client, people: number): Promise<OpenedSession[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM app_user
     WHERE kyc = 'approved' AND EXISTS (SELECT FROM investment WHERE user_id = app_user.id AND status = 'approved')
     ORDER BY created_at OFFSET (SELECT count(*) / 4 FROM app_user) LIMIT $1`,
    [people],
  )
  const opened: OpenedSession[] = []
  for (const { id: userId } of rows) {
    const [bearer, cookie] = [newToken(32), newToken(32)]
    await client.query(
      `INSERT INTO session (id, user_id, bearer_hash, cookie_hash, created_at, expires_at, address, user_agent)
       VALUES ($1, $2, $3, $4, now(), now() + interval '1 day', '127.0.0.1', 'bench')`,
      [newId(), userId, hashToken(bearer), hashToken(cookie)],
    )
    const headers = { authorization: `Bearer ${bearer}`, cookie: `${SESSION_COOKIE}=${cookie}` }
    opened.push({ userId, headers })
  }
  return opened
}
