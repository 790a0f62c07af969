import { newestOn } from '#audit/read.ts'
import type { Tx } from '#kit/database.ts'

/** Lines of one kind that are looked at: nobody removes as many in three days. */
const MOST = 100

/**
 * Whether a second factor guarded an account at a moment that was removed since, by somebody who was signed in or by an
 * owner on the machine: whoever reads its mailbox alone could not come in then.
 *
 * Not so where an administrator's help removed it after the wait. From then on the mailbox alone came in anyway, and who
 * was helped has often lost their phone as well: without a link in a mail, whoever knows the password and adds a factor
 * before them would keep them out for good.
 */
export async function lostGuardSince(tx: Tx, userId: string, moment: Date): Promise<boolean> {
  const linesOf = async (action: string) =>
    ((await newestOn(tx, [userId], { action, most: MOST })).get(userId) ?? []).filter(
      ({ at }) => new Date(at) >= moment,
    )
  if ((await linesOf('reset factors')).length > 0) return true
  // lines from before this was asked do not say when the factor had been added
  return (await linesOf('remove factor')).some(({ before }) => new Date(addedAt(before) ?? 0) < moment)
}

function addedAt(before: unknown): string | undefined {
  const line = before as { added_at?: string } | null
  return line?.added_at
}
