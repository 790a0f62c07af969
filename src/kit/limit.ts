import { countOf } from './count-of.ts'
import { sql } from 'kysely'
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
 * Counts an attempt under each limit, in the order given. 429 with the time to wait where one of them is reached;
 * the caller's transaction is then rolled back, so that what was refused counts nowhere. Callers that count under
 * several keys take them in the same order, so that they never wait for each other in a circle.
 */
export async function countAttempt(tx: Tx, clock: Clock, limits: readonly Limit[], words: string): Promise<void> {
  for (const limit of limits) {
    if (await isWithin(tx, clock, limit)) continue
    throw tooMany(limit.words ?? words, (await secondsClosed(tx, clock, limit)) ?? 1)
  }
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
  const { most, milliseconds } = limit
  const now = BigInt(clock.now().getTime())
  const expire = now + BigInt(milliseconds)
  const counted = await tx
    .insertInto('rate_limit')
    .values({ key: keptKey(tx, limit), points: 1, expire })
    .onConflict((known) =>
      known
        .column('key')
        .doUpdateSet({
          points: sql`CASE WHEN rate_limit.expire <= ${now} THEN 1 ELSE rate_limit.points + 1 END`,
          expire: sql`CASE WHEN rate_limit.expire <= ${now} THEN ${expire} ELSE rate_limit.expire END`,
        })
        .where(sql<boolean>`rate_limit.expire <= ${now} OR rate_limit.points < ${most}`),
    )
    .returning('points')
    .executeTakeFirst()
  return counted?.points
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

/** Takes back an attempt that turned out to be none. */
export async function uncountAttempt(tx: Tx, clock: Clock, limits: readonly Limit[]): Promise<void> {
  const now = BigInt(clock.now().getTime())
  for (const limit of limits) {
    await tx
      .updateTable('rate_limit')
      .set({ points: sql`points - 1` })
      .where('key', '=', keptKey(tx, limit))
      .where('points', '>', 0)
      .where('expire', '>', now)
      .execute()
  }
}

/** Starts counting again for a limit. */
export async function forgetAttempts(tx: Tx, limit: Limit): Promise<void> {
  await tx.deleteFrom('rate_limit').where('key', '=', keptKey(tx, limit)).execute()
}

/** Deletes the counts whose windows closed before `before`. */
export async function forgetAttemptsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('rate_limit').where('expire', '<', BigInt(before.getTime())).execute()
}

const keptKey = (tx: Tx, { key }: Limit): string => keyed(tx, 'limit', key)

function inWords(seconds: number): string {
  if (seconds < 120) return countOf(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? countOf(minutes, 'minute') : countOf(Math.ceil(minutes / 60), 'hour')
}
