import type { Administrator } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { colleaguesAt } from './anybody-else.ts'
import { closeRequest, lockRequest } from './decide.ts'
import { holdsRole, rolesToAsk } from './rules.ts'
import { whyNotSecond } from './second-rules.ts'
import { selectAdministrator, type ApprovalRow } from './store.ts'

declare const proof: unique symbol
/** Proof that a second administrator has agreed: a verb that is handed this one does what was asked for. */
export type Agreed = ApprovalRow & { readonly [proof]: 'agreed' }

/**
 * Agrees to a request: `perform` does what was asked for with the input that was kept, under all locks of its own and
 * checking everything as of now, as an actor whose lines in the audit log name the request. 403 for the person who asked, for whose record it is, and for whoever is of one hand with who asked while there is somebody else; 409 if it does not wait any more or
 * who asked could not ask for it any more. Whatever is refused leaves it waiting.
 */
export async function agreeTo(
  tx: Tx,
  actor: Administrator,
  id: string,
  perform: (agreed: Agreed, actor: Administrator) => Promise<void>,
): Promise<ApprovalRow> {
  const approval = await lockRequest(tx, actor, 'agree', id)
  await perform(approval as Agreed, { ...actor, agreesTo: id })
  // Last, with all locks held: roles may have gone while they were waited for.
  const requester = await selectAdministrator(tx, approval.asked_by)
  if (!rolesToAsk(approval.kind).some((role) => requester?.roles.includes(role))) {
    const who = requester?.name ?? 'Who asked for this'
    refuse('wrong state', `${who} can no longer ask for this. Refuse it; another administrator can ask again.`)
  }
  const second = await selectAdministrator(tx, actor.userId)
  if (!holdsRole(approval.kind, second?.roles ?? [])) refuse('not allowed', 'Your account can no longer do this.')
  const clock = await databaseClock(tx)
  const problem = whyNotSecond(approval, actor, await colleaguesAt(tx, clock.now()))
  if (problem !== null) refuse('not allowed', problem)
  await closeRequest(tx, clock, actor, approval, { decision: 'agree', reason: null })
  return approval
}
