import { holdRequestsOf } from '#approvals/close-requests.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { lockUser } from '#users/lock-user.ts'
import { factorInWords, factorsChanged } from './changed.ts'
import { factorsOf } from './read.ts'
import { ownFactor } from './rename.ts'
import { deleteFactor, deleteRecoveryCodes } from './store.ts'

/**
 * Removes a factor. With the last one go the recovery codes, which stand in for it; the last of an administrator stays
 * (409), and that of an investor where everybody needs one (`keepsLast`).
 */
export async function removeFactor(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  input: { id: string; keepsLast: boolean },
  request: RequestFacts,
): Promise<void> {
  await holdRequestsOf(tx, actor.userId)
  const user = await lockUser(tx, actor.userId)
  const { id, kind, name, created_at } = await ownFactor(tx, actor, input.id)
  const isLast = (await factorsOf(tx, actor.userId)).length === 1
  const isAdministrator = user !== undefined && user.roles.length > 0
  if (isLast && (isAdministrator || input.keepsLast)) {
    const who = isAdministrator ? 'An administrator keeps' : 'Everybody here keeps'
    refuse('wrong state', `${who} one second factor at least. Add another before you remove this one.`)
  }
  await deleteFactor(tx, { userId: actor.userId, id })
  if (isLast) await deleteRecoveryCodes(tx, actor.userId)
  await factorsChanged(tx, clock, actor, request, {
    ...{ action: 'remove factor', before: { kind, name, added_at: created_at } },
    told: { title: 'Second factor', of: factorInWords({ kind, name }), how: 'removed' },
  })
}
