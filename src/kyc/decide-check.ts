import { recordDecision } from '#audit/record.ts'
import { type Actor, type Administrator, userOf } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { notify } from '#notifications/notify.ts'
import { changeUser } from '#users/change-user.ts'
import type { UserRow } from '#users/find.ts'
import { lockUser } from '#users/lock-user.ts'
import { changeClaim, selectClaim } from './claim-store.ts'
import type { ReviewChecklist, ReasonCode } from './contract.ts'
import { beginAgain } from './draft.ts'
import { CHECK_HOLDS } from './hold-rules.ts'
import { holdsOfChecks } from './holds.ts'
import { kycMayBecome, REASONS } from './rules.ts'
import { changeCheck, type IdentityCheckRow, selectCheck, selectNewestCheck } from './store.ts'

type Decision = {
  state: 'approved' | 'rejected'
  reason: string | null
  code: ReasonCode | null
  checklist: ReviewChecklist | null
  /** It may be somebody else's: their details begin no new draft. */
  ofAnother?: true
}

/**
 * Approves an identity check, for good. `id` is the check or its user. 404, 403 for one's own, 409 once decided and where
 * something holds it (`holdsOfChecks`), 422 where the checklist says no.
 */
export async function approveCheck(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { id: string; checklist?: ReviewChecklist | undefined },
): Promise<void> {
  const { checklist = null } = input
  if (checklist !== null && !Object.values(checklist).every(Boolean)) {
    refuseField('checklist', 'Approve only what you have found right. Otherwise reject it with the reason.')
  }
  await decide(tx, clock, actor, await lockCheck(tx, input.id, actor), {
    ...{ state: 'approved', reason: null, code: null, checklist },
  })
}

/**
 * Rejects an identity check, with a reason in words, or a code whose sentence the user reads, with a note; they may ask
 * again. `id` is the check or its user. 422 without either.
 */
export async function rejectCheck(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { id: string } & Rejection,
): Promise<void> {
  const { code = null, checklist = null } = input
  const reason = [code && REASONS[code], input.reason, input.note]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
  if (reason === '') refuseField('reason', 'Give the reason: the user reads it.')
  await decide(tx, clock, actor, await lockCheck(tx, input.id, actor), { state: 'rejected', reason, code, checklist })
}
export type Rejection = {
  reason?: string | undefined
  code?: ReasonCode | undefined
  note?: string | undefined
  checklist?: ReviewChecklist | undefined
}

/** Decides a check that waits, of a user who is locked. 409 where something holds up its approval. */
export async function decide(
  tx: Tx,
  clock: Clock,
  actor: Actor,
  { check, user }: { check: IdentityCheckRow; user: UserRow },
  { state, reason, code, checklist, ofAnother }: Decision,
): Promise<void> {
  const hold = state === 'approved' ? (await holdsOfChecks(tx, clock, [check]))(check.id) : null
  if (hold !== null) refuse('wrong state', CHECK_HOLDS[hold])
  const decided = { decided_at: clock.now(), decided_by: userOf(actor) }
  await changeCheck(tx, check.id, {
    ...{ state, reason, ...decided, reason_code: code },
    checklist: checklist && JSON.stringify(checklist),
  })
  if (state === 'approved') {
    const expiresOn = (await selectClaim(tx, check.id))?.expires_on ?? null
    await changeUser(tx, user.id, { kyc: state, identity_expires_on: expiresOn, identity_asked_at: null })
  } else {
    // who is approved stays so where their next document is not
    if (user.kyc !== 'approved') await changeUser(tx, user.id, { kyc: state })
    await changeClaim(tx, check.id, { over_at: clock.now() })
    if (!ofAnother) await beginAgain(tx, clock, check.id, { document: true })
  }
  await recordDecision(tx, clock, actor, {
    action: state === 'approved' ? 'approve identity check' : 'decline identity check',
    subject: { kind: 'identity check', id: check.id },
    from: check.state,
    to: state,
    reason,
    ...(checklist && { after: { status: state, ...checklist } }),
  })
  await notify(tx, clock, user.id, 'identity', {
    icon: 'identity',
    title: 'Identity check',
    bold_value: reason ?? '',
    status_color: state === 'approved' ? 'green' : 'red',
    status_text: state,
    subject: { kind: 'identity check', id: check.id },
  })
}

/** The lock on the user stands for their checks: asking and deciding both take it first. */
async function lockCheck(
  tx: Tx,
  id: string,
  { userId: decider }: Administrator,
): Promise<{ check: IdentityCheckRow; user: UserRow }> {
  const userId = (await selectCheck(tx, id))?.user_id ?? id
  if (userId === decider) refuse('not allowed', 'You can’t decide on your own identity. Another administrator has to.')
  const user = await lockUser(tx, userId)
  if (user === undefined) refuse('not found', 'There is no such identity check.')
  const check = userId === id ? await selectNewestCheck(tx, userId) : await selectCheck(tx, id)
  if (check === undefined || !kycMayBecome(check.state, 'approved')) {
    refuse('wrong state', 'There is no submitted identity check here.')
  }
  return { check, user }
}
