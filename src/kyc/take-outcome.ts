import type { System } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { Refusal, refuse } from '#kit/refusal.ts'
import { lockUser } from '#users/lock-user.ts'
import { insertEvent, selectByReference } from './claim-store.ts'
import { decide } from './decide-check.ts'
import type { ProviderEvent, ProviderOutcome } from './provider.ts'
import { REASONS } from './rules.ts'
import { selectCheck } from './store.ts'

/**
 * Takes an event of a provider, once: 409 for one that was taken before. 404 for a check that it does not have. What is
 * decided already stays, whatever the event says.
 */
export async function takeEvent(tx: Tx, clock: Clock, provider: string, event: ProviderEvent): Promise<void> {
  const isNew = await insertEvent(tx, { provider, signature: event.signature, received_at: clock.now() })
  if (!isNew) refuse('wrong state', 'This event was taken before.')
  const claim = await selectByReference(tx, provider, event.reference)
  if (claim === undefined) refuse('not found', 'There is no such identity check.')
  await takeOutcome(tx, clock, provider, claim, event.outcome)
}

/** Decides a check as its provider says, where nobody has decided it. */
export async function takeOutcome(
  tx: Tx,
  clock: Clock,
  provider: string,
  claim: { id: string; user_id: string },
  outcome: ProviderOutcome,
): Promise<void> {
  if (outcome.state === 'submitted') return
  const user = await lockUser(tx, claim.user_id)
  const check = await selectCheck(tx, claim.id)
  if (user === undefined || check?.state !== 'submitted') return
  const by: System = { job: `identity provider ${provider}` }
  // nobody is rejected without a word
  const reason = outcome.state === 'rejected' ? outcome.reason.trim().slice(0, 500) || REASONS.other : null
  const decision = { state: outcome.state, reason, code: null, checklist: null }
  // a match with a list, or a document that has expired meanwhile, is for reviewers: nothing was written by then
  await decide(tx, clock, by, { check, user }, decision).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}
