/** What a server does while something runs. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { childTimes, spent } from './processor-time.ts'

/** Milliseconds from one look to the next. */
const LOOKS = 200

/**
 * Counts transactions by their numbers, and the microseconds that the server's processes spend: from `settling` on, for
 * as long as it is `measured` (milliseconds), or else from the beginning to the end. `count` says of what else there has
 * been how many until now.
 */
export async function watched(
  client: pg.Client,
  postmaster: number,
  work: () => Promise<void>,
  part?: { settling: number; measured: number; count?: (() => number) | undefined },
) {
  const look = async () => {
    const { rows } = await client.query<{ next: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot()) AS next')
    const counted = part?.count?.()
    return { next: Number(rows[0]?.next), counted, times: await childTimes(postmaster), at: performance.now() }
  }
  let last = await look()
  const working = work()
  if (part !== undefined) await pause(part.settling)
  const before = part === undefined ? last : await look()
  if (part === undefined) {
    // who has ended by the next look is counted as it was seen last
    let over = false
    const ending = working.finally(() => (over = true))
    let gone = 0
    while (!over) {
      await Promise.race([pause(LOOKS), ending])
      const next = await look()
      gone += spent(last.times, next.times)
      last = next
    }
    await working
    return {
      transactions: last.next - before.next,
      counted: undefined,
      processor: gone,
      milliseconds: last.at - before.at,
    }
  }
  await pause(part.measured)
  const after = await look()
  await working
  return {
    transactions: after.next - before.next,
    counted: after.counted === undefined ? undefined : after.counted - (before.counted ?? 0),
    processor: spent(before.times, after.times),
    milliseconds: after.at - before.at,
  }
}
