import { countOf } from './count-of.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Tx } from './database.ts'
import { keyed } from './pepper.ts'
import { Refusal } from './refusal.ts'

/**
 * At most `most` attempts within a window that opens with the first of them. Held in the database, for all processes,
 * with a keyed hash in place of the key: that may be made of an address or a number, and those can be guessed.
 */
export type Limit = {
  key: string
  most: number
  milliseconds: number
  /** what is said where this limit is reached, instead of the caller's words */
  words?: string
}

/**
 * Counts an attempt under each limit, in the order given, each with a key of its own. 429 with the time to wait where one
 * of them is reached, for the first of these; the caller's transaction is then rolled back, so that what was refused
 * counts nowhere. Callers that count under several keys take them in the same order, so that they never wait for each
 * other in a circle.
 */
export async function countAttempt(tx: Tx, clock: Clock, limits: readonly Limit[], words: string): Promise<void> {
  const counted = await countEach(tx, clock, limits)
  const reached = limits.find((_, n) => counted[n] === undefined)
  if (reached !== undefined) throw tooMany(reached.words ?? words, (await secondsClosed(tx, clock, reached)) ?? 1)
}

/** 429 if one of the limits is reached by now. Counts nothing: for work that is dear and comes before counting. */
export async function refuseBeyond(tx: Tx, clock: Clock, limits: readonly Limit[], words: string): Promise<void> {
  for (const limit of limits) {
    const seconds = await secondsClosed(tx, clock, limit)
    if (seconds !== undefined) throw tooMany(limit.words ?? words, seconds)
  }
}

/** Counts an attempt and says whether it is within the limit. One beyond it is not counted. */
export async function isWithin(tx: Tx, clock: Clock, limit: Limit): Promise<boolean> {
  return (await countWithin(tx, clock, limit)) !== undefined
}

/** Counts an attempt and answers which one of the window it is; undefined for one beyond the limit, which counts nowhere. */
export async function countWithin(tx: Tx, clock: Clock, limit: Limit): Promise<number | undefined> {
  const [counted] = await countEach(tx, clock, [limit])
  return counted
}

/** Counts an attempt under each limit, in the order given, and answers for each which one of its window it is. */
async function countEach(tx: Tx, clock: Clock, limits: readonly Limit[]): Promise<(number | undefined)[]> {
  const { rows } = await counting(tx, clock, limits).execute(tx)
  const counted = new Map(rows.map(({ key, points }) => [key, points]))
  return limits.map((limit) => counted.get(keptKey(tx, limit)))
}

/**
 * The statement that counts an attempt under each limit, in the order given, and answers which one of its window each is,
 * of those beyond it nothing.
 */
export function counting(tx: Tx, clock: Clock, limits: readonly Limit[]): RawBuilder<{ key: string; points: number }> {
  const now = BigInt(clock.now().getTime())
  const keys = limits.map((limit) => keptKey(tx, limit))
  const most = limits.map((limit) => limit.most)
  const closes = limits.map((limit) => now + BigInt(limit.milliseconds))
  return sql`
    INSERT INTO rate_limit (key, points, expire)
    SELECT key, 1, closes FROM unnest(${keys}::text[], ${closes}::bigint[]) AS attempt (key, closes)
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN rate_limit.expire <= ${now} THEN 1 ELSE rate_limit.points + 1 END,
      expire = CASE WHEN rate_limit.expire <= ${now} THEN excluded.expire ELSE rate_limit.expire END
    WHERE rate_limit.expire <= ${now}
      OR rate_limit.points < (${most}::int[])[array_position(${keys}::text[], excluded.key)]
    RETURNING key, points`
}

/** Whole seconds until a limit that is reached opens again; undefined while it is open. Counts nothing. */
export async function secondsClosed(tx: Tx, clock: Clock, limit: Limit): Promise<number | undefined> {
  const row = await tx
    .selectFrom('rate_limit')
    .select(['points', 'expire'])
    .where('key', '=', keptKey(tx, limit))
    .executeTakeFirst()
  const left = Number(row?.expire ?? 0n) - clock.now().getTime()
  return row === undefined || row.points < limit.most || left <= 0 ? undefined : Math.ceil(left / 1000)
}

/** A 429: what was too much or what to do instead, and when to try again. */
export function tooMany(words: string, seconds: number): Refusal {
  return new Refusal('too many', `${words} Try again in ${inWords(seconds)}.`, undefined, seconds)
}

/** Takes back an attempt that turned out to be none. Takes the limits in the order given, as counting does. */
export async function uncountAttempt(tx: Tx, clock: Clock, limits: readonly Limit[]): Promise<void> {
  const now = BigInt(clock.now().getTime())
  const keys = limits.map((limit) => keptKey(tx, limit))
  await sql`
    UPDATE rate_limit SET points = points - 1 WHERE key IN (
      SELECT key FROM rate_limit WHERE key = ANY(${keys}) AND points > 0 AND expire > ${now}
      ORDER BY array_position(${keys}::text[], key) FOR UPDATE
    )`.execute(tx)
}

/** Starts counting again for a limit. */
export async function forgetAttempts(tx: Tx, limit: Limit): Promise<void> {
  await tx.deleteFrom('rate_limit').where('key', '=', keptKey(tx, limit)).execute()
}

/** Deletes the counts whose windows closed before `before`. */
export async function forgetAttemptsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('rate_limit').where('expire', '<', BigInt(before.getTime())).execute()
}

/** What a limit is counted under. */
export function keptKey(tx: Tx, { key }: Limit): string {
  return keyed(tx, 'limit', key)
}

function inWords(seconds: number): string {
  if (seconds < 120) return countOf(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? countOf(minutes, 'minute') : countOf(Math.ceil(minutes / 60), 'hour')
}
