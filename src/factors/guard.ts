import { newestOn } from '#audit/read.ts'
import type { Tx } from '#kit/database.ts'

/** Lines of one kind that are looked at: nobody removes as many in three days. */
const MOST = 100
/** By an administrator after the wait, or on the machine: all that somebody had. */
const ALL_REMOVED = ['remove lost factors', 'reset factors']

/**
 * Whether a second factor guarded an account at a moment that was removed since, by whomever: whoever reads its mailbox
 * alone could not come in then.
 */
export async function lostGuardSince(tx: Tx, userId: string, moment: Date): Promise<boolean> {
  const linesOf = async (action: string) =>
    ((await newestOn(tx, [userId], { action, most: MOST })).get(userId) ?? []).filter(
      ({ at }) => new Date(at) >= moment,
    )
  for (const action of ALL_REMOVED) if ((await linesOf(action)).length > 0) return true
  // lines from before this was asked do not say when the factor had been added
  return (await linesOf('remove factor')).some(({ before }) => new Date(addedAt(before) ?? 0) < moment)
}

function addedAt(before: unknown): string | undefined {
  const line = before as { added_at?: string } | null
  return line?.added_at
}
