import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Tx } from './database.ts'
import { keyed } from './pepper.ts'
import { Refusal } from './refusal.ts'

/**
 * At most `most` attempts within a window that opens with the first of them. Held in the database, for all processes,
 * with a keyed hash in place of the key: that may be made of an address or a number, and those can be guessed.
 */
export type Limit = { key: string; most: number; milliseconds: number }

/**
 * Counts an attempt under each limit, in the order given. 429 with the time to wait where one of them is reached;
 * the caller's transaction is then rolled back, so that what was refused counts nowhere.
 */
export async function countAttempt(tx: Tx, clock: Clock, limits: readonly Limit[], tooMany: string): Promise<void> {
  for (const limit of limits) {
    if (await isWithin(tx, clock, limit)) continue
    const kept = keptKey(tx, limit)
    const row = await tx.selectFrom('rate_limit').select('expire').where('key', '=', kept).executeTakeFirst()
    const seconds = Math.max(1, Math.ceil((Number(row?.expire ?? 0n) - clock.now().getTime()) / 1000))
    throw new Refusal('too many', `${tooMany} Try again in ${inWords(seconds)}.`, undefined, seconds)
  }
}

/** Counts an attempt and says whether it is within the limit. One beyond it is not counted. */
export async function isWithin(tx: Tx, clock: Clock, limit: Limit): Promise<boolean> {
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
  return counted !== undefined
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

/** Begins anew with a limit. */
export async function forgetAttempts(tx: Tx, limit: Limit): Promise<void> {
  await tx.deleteFrom('rate_limit').where('key', '=', keptKey(tx, limit)).execute()
}

/** Deletes the counts whose windows closed before `before`. */
export async function forgetAttemptsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('rate_limit').where('expire', '<', BigInt(before.getTime())).execute()
}

const keptKey = (tx: Tx, { key }: Limit): string => keyed(tx, 'limit', key)

function inWords(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
