import { type Clock, DAY } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newSecret } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import { makeOwner } from './make-owner.ts'
import { lockOwners } from '#users/lock-user.ts'
import { insertSetupLink, lockSetupLinks, useSetupLinks } from './store.ts'

const NO_LONGER_GOOD = 'This set-up link no longer works. While there is no owner, start Plumb again to get another.'

/** A one-time link, good for 24 hours, by which the first owner is made; undefined if there is one. */
export async function makeSetupLink(tx: Tx, clock: Clock, appUrl: string): Promise<string | undefined> {
  if ((await lockOwners(tx)).length > 0) return undefined
  const now = clock.now()
  const token = newSecret()
  await insertSetupLink(tx, {
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(now.getTime() + DAY),
  })
  return `${appUrl}/setup?token=${token}`
}

/** Refuses (422) a set-up link that was used, has expired or never was. Locks all that are good. */
export async function refuseBadSetupLink(tx: Tx, clock: Clock, token: string): Promise<void> {
  const good = await lockSetupLinks(tx, clock.now())
  if (!good.includes(hashToken(token)) || (await lockOwners(tx)).length > 0) refuse('bad input', NO_LONGER_GOOD)
}

/** Makes the first owner with the link that was printed. Once there is one, no set-up link is good. */
export async function setUpOwner(
  tx: Tx,
  clock: Clock,
  input: { token: string; name: string; email: string; passwordHash: string },
): Promise<void> {
  await refuseBadSetupLink(tx, clock, input.token)
  if (!(await makeOwner(tx, clock, input))) refuse('wrong state', 'This username or email address was taken just now.')
  await useSetupLinks(tx, clock.now())
}
