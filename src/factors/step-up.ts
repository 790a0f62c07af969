import type { Static } from 'typebox'
import { stepUp } from '#identity/stepped-up.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import type { SetCookie } from '#kit/routes.ts'
import { findUser } from '#users/find.ts'
import { lockUser } from '#users/lock-user.ts'
import { ask, takeAsked } from './challenge.ts'
import type { RequestOptions } from './contract.ts'
import { endFactorHelp } from './help/end-help.ts'
import { type ShownProof, proveFactor } from './prove.ts'
import { type RelyingParty, requestOptions } from './relying-party.ts'
import { selectPasskeys } from './store.ts'
import { tellOfRecoveryCode } from './used-recovery-code.ts'

/** What can prove a user, and what their passkeys are asked by; null if they have none. */
export async function beginStepUp(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  party: RelyingParty,
): Promise<{
  step_up: NonNullable<Awaited<ReturnType<typeof findUser>>>['factors']
  options: Static<typeof RequestOptions> | null
}> {
  const user = (await findUser(tx, actor.userId)) ?? refuse('not found', 'There is no such user.')
  const passkeys = await selectPasskeys(tx, user.id)
  if (passkeys.length === 0) return { step_up: user.factors, options: null }
  const options = requestOptions(party, passkeys)
  await ask(tx, clock, actor, 'step up', { challenge: options.challenge })
  return { step_up: user.factors, options }
}

/** Proves a user anew in this session. Answers until when that is good, and the half that the browser has from then on. */
export async function proveAnew(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  { proof, party }: { proof: ShownProof; party: RelyingParty },
): Promise<{ until: Date; half: SetCookie }> {
  await lockUser(tx, actor.userId)
  const { challenge } = proof.kind === 'passkey' ? await takeAsked(tx, clock, actor, 'step up') : { challenge: null }
  const question = challenge === null ? undefined : { party, challenge }
  const proved = await proveFactor(tx, clock, actor.userId, proof, question)
  await tellOfRecoveryCode(tx, clock, actor, proved)
  await endFactorHelp(tx, clock, actor, actor.userId, 'proved')
  return stepUp(tx, clock, actor)
}
