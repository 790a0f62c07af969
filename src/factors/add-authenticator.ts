import { holdRequestsOf } from '#approvals/close-requests.ts'
import { stepUp } from '#identity/stepped-up.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { readText } from '#kit/read-text.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import type { RequestFacts, SetCookie } from '#kit/routes.ts'
import { operatorName } from '#mail/operator-name.ts'
import { lockUser } from '#users/lock-user.ts'
import { ask, sessionOf, takeAsked } from './challenge.ts'
import { factorInWords, factorsChanged } from './changed.ts'
import type { Factor } from './contract.ts'
import { authenticatorOnWire, refuseTooMany } from './read.ts'
import { readCode } from './rules.ts'
import { sealSecret, unsealSecret } from './secret.ts'
import { insertAuthenticator } from './store.ts'
import { newAppSecret, secretAddress, stepOf } from './totp.ts'

/** Makes a secret for an app. It is shown this once, and kept sealed. */
export async function beginAuthenticator(
  tx: Tx,
  clock: Clock,
  actor: Investor,
): Promise<{ secret: string; address: string }> {
  const user = (await lockUser(tx, actor.userId)) ?? refuse('not found', 'There is no such user.')
  await refuseTooMany(tx, user.id)
  const secret = newAppSecret()
  await ask(tx, clock, actor, 'add authenticator', { secret: sealSecret(tx, sessionOf(actor), secret) })
  return { secret, address: secretAddress({ issuer: await operatorName(tx), label: user.email, secret }) }
}

/**
 * Adds the app whose secret was made for this session, by a code that it shows. A wrong one can be entered again: whoever
 * is asked for it has the secret. The code is used up, and the session has another half from then on.
 */
export async function addAuthenticator(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  input: { name: string; code: string; appUrl: string },
  request: RequestFacts,
): Promise<{ factor: Factor; half: SetCookie }> {
  const name = readText('name', input.name)
  const code = readCode(input.code) ?? refuseField('code', 'Enter the six digits of your app.')
  const { userId } = actor
  await holdRequestsOf(tx, userId)
  const user = (await lockUser(tx, userId)) ?? refuse('not found', 'There is no such user.')
  await refuseTooMany(tx, userId)
  const asked = await takeAsked(tx, clock, actor, 'add authenticator')
  const secret = unsealSecret(tx, { id: sessionOf(actor), secret: asked.secret ?? '' })
  const step = secret === undefined ? undefined : stepOf(secret, code, clock.now(), -1n)
  if (secret === undefined || step === undefined) {
    refuseField('code', 'This code is incorrect. Check the time on your device, and enter the newest code.')
  }
  const id = newId()
  const row = {
    ...{ id, user_id: userId, name, secret: sealSecret(tx, id, secret), last_step: step },
    ...{ created_at: clock.now(), last_used_at: null },
  }
  await insertAuthenticator(tx, row)
  const kind = 'authenticator'
  await factorsChanged(tx, clock, actor, request, {
    ...{ action: 'add factor', after: { kind, name } },
    told: { title: 'Second factor', of: factorInWords({ kind, name }), how: 'added' },
    addedTo: { user, appUrl: input.appUrl },
  })
  const { half } = await stepUp(tx, clock, actor)
  return { factor: authenticatorOnWire(row), half }
}
