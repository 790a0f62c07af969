import { type Clock, DAY, HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newSecret } from '#kit/ids.ts'
import { isWithin } from '#kit/limit.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { newAddress } from '#mail/address-templates.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import type { UserRow } from '#users/find.ts'
import { momentInWords } from '#users/pause-rules.ts'
import { networkInWords } from '#wallets/network-rules.ts'
import type { NewAddresses } from './keep-address.ts'
import { insertLinks, type LinkRow } from './link-store.ts'
import { LINK_DAYS } from './rules.ts'
import { settleFrom } from './store.ts'

/** Mails about one address in an hour, whatever is asked for: the links of each stay good. */
const MOST_MAILS = 10

type AboutAddress = {
  address: { id: string; network: string; address: string; name: string | null; usable_at: Date; confirmed: boolean }
  /** that was asked for and waits for it, if any */
  withdrawal?: { id: string; amount: MicroUsd }
  newAddresses: NewAddresses
}

/**
 * Mails an investor the links by which they confirm a new address and cancel the withdrawal to it: each good once, for
 * seven days, and without signing in, for whoever finds a stranger in their account may be locked out. One of which nothing
 * was asked before settles from now on. False beyond ten in an hour about one address.
 */
export async function mailAddressLinks(
  tx: Tx,
  clock: Clock,
  user: Pick<UserRow, 'id' | 'email'>,
  { address, withdrawal, newAddresses: { holdHours, appUrl } }: AboutAddress,
): Promise<boolean> {
  const limit = { key: `address-mail/${address.id}`, most: MOST_MAILS, milliseconds: HOUR }
  if (!(await isWithin(tx, clock, limit))) return false
  const made: LinkRow[] = []
  const link = (to: Pick<LinkRow, 'address_id' | 'withdrawal_id'>) => {
    const token = newSecret()
    made.push(linkRow(clock, user.id, token, to))
    return `${appUrl}/mail-link?token=${token}`
  }
  const letter = newAddress({
    network: networkInWords(address.network),
    address: address.address,
    name: address.name,
    amount: withdrawal === undefined ? null : showUsd(withdrawal.amount),
    holdHours,
    until: address.usable_at > clock.now() ? momentInWords(address.usable_at) : null,
    confirm: address.confirmed ? null : link({ address_id: address.id, withdrawal_id: null }),
    cancel: withdrawal === undefined ? null : link({ address_id: null, withdrawal_id: withdrawal.id }),
    days: LINK_DAYS,
  })
  await insertLinks(tx, made)
  if (!address.confirmed && holdHours > 0)
    await settleFrom(tx, address.id, new Date(clock.now().getTime() + holdHours * HOUR))
  await enqueueMail(tx, clock, { receiver: user.email, ...letter, markdown: true, rosetteOf: user.id })
  return true
}

function linkRow(
  clock: Clock,
  userId: string,
  token: string,
  to: Pick<LinkRow, 'address_id' | 'withdrawal_id'>,
): LinkRow {
  const now = clock.now()
  return {
    ...{ token_hash: hashToken(token), user_id: userId, ...to },
    ...{ created_at: now, expires_at: new Date(now.getTime() + LINK_DAYS * DAY), used_at: null },
  }
}
