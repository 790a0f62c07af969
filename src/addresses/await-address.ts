import type { DatabaseClock } from '#kit/database-clock.ts'
import { HOUR, SECOND } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { tooMany } from '#kit/limit.ts'
import type { MicroUsd } from '#money/micro-usd.ts'
import type { UserRow } from '#users/find.ts'
import { addAddress, entryFor, hasSettled, nameEntry, addressNameFor, type NewAddresses } from './keep-address.ts'
import { mailAddressLinks } from './mail-links.ts'
import type { KeptAddress } from './store.ts'

type Asked = {
  book: readonly KeptAddress[]
  place: { network: string; address: string }
  /** what the investor has called the address, if anything */
  typedName: string | undefined
}

/**
 * Looks a withdrawal's address up in the book, and puts a new one there where it has a name or has to be confirmed.
 * Answers the entry that the withdrawal names, whether that has settled or not, since a recovery may remove it; null where
 * nothing is asked of addresses. And what the withdrawal waits for, if anything.
 */
export async function addressToAwait(
  tx: Tx,
  clock: DatabaseClock,
  user: Pick<UserRow, 'id'>,
  { book, place, typedName }: Asked,
  { holdHours }: NewAddresses,
): Promise<{ entryId: string | null; awaited: AwaitedAddress | null }> {
  const entry = entryFor(book, place)
  const name = typedName === undefined ? null : addressNameFor(book, typedName, entry)
  if (entry !== undefined) {
    await nameEntry(tx, entry, name)
    if (holdHours === 0) return NOTHING_ASKED
    const { id, network, address } = entry
    if (hasSettled(entry, clock.now())) return { entryId: id, awaited: null }
    const shown = { id, network, address, name: name ?? entry.name, usable_at: new Date(entry.usable_at) }
    return { entryId: id, awaited: { ...shown, confirmed: entry.confirmed_at !== null } }
  }
  if (holdHours === 0 && name === null) return NOTHING_ASKED
  const made = await addAddress(tx, clock, book, { ...place, userId: user.id, name, holdHours })
  return holdHours === 0 ? NOTHING_ASKED : { entryId: made.id, awaited: { ...made, confirmed: false } }
}

const NOTHING_ASKED = { entryId: null, awaited: null }

/** An address that a withdrawal waits for. */
export type AwaitedAddress = Parameters<typeof mailAddressLinks>[3]['address']

/**
 * Mails the investor what to do about a withdrawal that waits for its address. 429 beyond ten mails an hour about one
 * address: none is asked for without the link that cancels it.
 */
export async function mailOfAwaited(
  tx: Tx,
  clock: DatabaseClock,
  user: Pick<UserRow, 'id' | 'email'>,
  { id, amount }: { id: string; amount: MicroUsd },
  address: AwaitedAddress,
  newAddresses: NewAddresses,
): Promise<void> {
  const sent = await mailAddressLinks(tx, clock, user, { address, withdrawal: { id, amount }, newAddresses })
  if (!sent) throw tooMany('You have asked for many withdrawals to this new address.', HOUR / SECOND)
}
