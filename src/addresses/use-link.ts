import { recordAct } from '#audit/record.ts'
import { HOUR } from '#kit/clock.ts'
import { type DatabaseClock, databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { announce } from '#notifications/notify.ts'
import { provenUser } from '#identity/gate.ts'
import { lockUser } from '#users/lock-user.ts'
import { takeBackEnd } from '#users/take-back.ts'
import type { NewAddresses } from './keep-address.ts'
import { type LinkedRow, selectLink, markLinkUsed } from './link-store.ts'
import { changeAddress, selectAddress } from './store.ts'

export const LINK_IS_OVER = 'This link no longer works. Sign in to see where your withdrawals stand.'

/** The link of a mail, while it works; undefined for what was used, has expired or never was. Looking changes nothing. */
export async function goodLink(tx: Tx, clock: DatabaseClock, token: string): Promise<LinkedRow | undefined> {
  const link = await selectLink(tx, hashToken(token))
  return link !== undefined && link.used_at === null && link.expires_at > clock.now() ? link : undefined
}

/** Uses a link up, once. 422 where somebody else has. */
export async function useUp(tx: Tx, clock: DatabaseClock, { token_hash }: LinkedRow): Promise<void> {
  if (!(await markLinkUsed(tx, token_hash, clock.now()))) refuse('bad input', LINK_IS_OVER)
}

/**
 * Confirms the address of a link: whoever has it reads the mailbox of the account. From now on it settles, or one that was
 * saved long ago could be paid to at once by whoever reads the mailbox for a minute; and for as long as a link can take the
 * account back. 422 where the link no longer works.
 */
export async function confirmByLink(
  tx: Tx,
  token: string,
  request: Pick<RequestFacts, 'address' | 'userAgent'>,
  { holdHours }: Pick<NewAddresses, 'holdHours'>,
): Promise<void> {
  const found = await selectLink(tx, hashToken(token))
  const user = found && (await lockUser(tx, found.user_id))
  const clock = await databaseClock(tx)
  // somebody may have used it before the lock was held
  const link = await goodLink(tx, clock, token)
  if (user === undefined || link === undefined || link.address_id === null) refuse('bad input', LINK_IS_OVER)
  const entry = (await selectAddress(tx, user.id, link.address_id)) ?? refuse('bad input', LINK_IS_OVER)
  await useUp(tx, clock, link)
  // by another mail about it
  if (entry.confirmed_at !== null) return
  const now = clock.now()
  const disputed = (await takeBackEnd(tx, user.id, now)) ?? now
  const ends = [now.getTime() + holdHours * HOUR, Number(entry.usable_at), Number(disputed)]
  await changeAddress(tx, entry.id, { confirmed_at: now, usable_at: new Date(Math.max(...ends)) })
  await recordAct(tx, clock, provenUser(user, request), {
    ...{ action: 'confirm address', subject: { kind: 'user', id: user.id } },
    after: { network: entry.network, name: entry.name },
  })
  await announce(tx, user.id, 'withdrawals')
}
