import type { Static } from 'typebox'
import { holdRequestsOf } from '#approvals/close-requests.ts'
import { stepUp } from '#identity/stepped-up.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId, newToken } from '#kit/ids.ts'
import { readText } from '#kit/read-text.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import type { RequestFacts, SetCookie } from '#kit/routes.ts'
import { operatorName } from '#mail/operator-name.ts'
import { lockUser } from '#users/lock-user.ts'
import { ask, takeAsked } from './challenge.ts'
import { factorInWords, factorsChanged } from './changed.ts'
import type { CreationOptions, Factor, NewPasskey } from './contract.ts'
import { passkeyOnWire, refuseTooMany } from './read.ts'
import { creationOptions, readNewPasskey, type RelyingParty } from './relying-party.ts'
import { insertPasskey, selectPasskeys } from './store.ts'

/** Of a user handle: as many as WebAuthn takes. */
const HANDLE_BYTES = 64

/** Asks the browser for a passkey. All of a user's have one handle, so that a device keeps one of them. */
export async function beginPasskey(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  party: RelyingParty,
): Promise<Static<typeof CreationOptions>> {
  const user = (await lockUser(tx, actor.userId)) ?? refuse('not found', 'There is no such user.')
  await refuseTooMany(tx, user.id)
  const passkeys = await selectPasskeys(tx, user.id)
  const userHandle = passkeys[0]?.user_handle ?? newToken(HANDLE_BYTES)
  const { name, email } = user
  const options = creationOptions(party, { name, email, operator: await operatorName(tx), userHandle, passkeys })
  await ask(tx, clock, actor, 'add passkey', { challenge: options.challenge, user_handle: userHandle })
  return options
}

/**
 * Adds the passkey that was made for this session, which has another half from then on. 422 if it answers something else,
 * 409 if somebody has it already.
 */
export async function addPasskey(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  input: { name: string; passkey: NewPasskey; party: RelyingParty; appUrl: string },
  request: RequestFacts,
): Promise<{ factor: Factor; half: SetCookie }> {
  const name = readText('name', input.name)
  const { userId } = actor
  await holdRequestsOf(tx, userId)
  const user = (await lockUser(tx, userId)) ?? refuse('not found', 'There is no such user.')
  await refuseTooMany(tx, userId)
  const { challenge, user_handle } = await takeAsked(tx, clock, actor, 'add passkey')
  const made = await readNewPasskey(input.party, challenge ?? '', input.passkey)
  if (made === undefined) refuseField('passkey', 'This passkey could not be checked. Start again.')
  const row = {
    ...{ id: newId(), user_id: userId, name, ...made, user_handle: user_handle ?? '' },
    ...{ created_at: clock.now(), last_used_at: null },
  }
  if (!(await insertPasskey(tx, row))) refuse('wrong state', 'This passkey was added before.')
  const kind = 'passkey'
  await factorsChanged(tx, clock, actor, request, {
    ...{ action: 'add factor', after: { kind, name } },
    told: { title: 'Second factor', of: factorInWords({ kind, name }), how: 'added' },
    addedTo: { user, appUrl: input.appUrl },
  })
  const { half } = await stepUp(tx, clock, actor)
  return { factor: passkeyOnWire(row), half }
}
