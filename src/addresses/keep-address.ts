import { DAY, HOUR } from '#kit/clock.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { countAttempt } from '#kit/limit.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { takeBackEnd } from '#users/take-back.ts'
import { isSameAddress } from '#wallets/rules.ts'
import { MOST_ADDRESSES, readAddressName } from './rules.ts'
import { type AddressRow, changeAddress, insertAddress, type KeptAddress } from './store.ts'

/** What the house asks of a new address: hours for which it settles, and a confirmation by mail; 0: neither. */
export type NewAddresses = { holdHours: number; appUrl: string }

type Place = { network: string; address: string }

/** New addresses of one person in an hour that have to be confirmed: each is a mail. */
const MOST_NEW = { milliseconds: HOUR, most: 10 }
const MOST_NEW_IN_A_DAY = { milliseconds: DAY, most: 30 }
const TOO_MANY = 'You have added too many addresses.'
const FULL = `You have ${MOST_ADDRESSES} saved addresses. Remove one first.`

/** The entry of the address book that leads to the same place, however it is written. */
export function entryFor(book: readonly KeptAddress[], place: Place): KeptAddress | undefined {
  return book.find((entry) => isSameAddress(entry, place))
}

/** Whether money may go to an entry at this moment without anybody being asked. */
export function hasSettled(entry: Pick<KeptAddress, 'confirmed_at' | 'usable_at'>, now: Date): boolean {
  return entry.confirmed_at !== null && Date.parse(entry.usable_at) <= now.getTime()
}

/** What an address is called. 422 for what is no name, or is that of another. */
export function addressNameFor(book: readonly KeptAddress[], typed: string, of?: KeptAddress): string {
  const read = readAddressName(typed)
  if ('problem' in read) refuseField('address_name', read.problem)
  const taken = book.some((entry) => entry.id !== of?.id && entry.name?.toLowerCase() === read.name.toLowerCase())
  if (taken) refuseField('address_name', 'Another of your addresses has this name. Choose a different one.')
  return read.name
}

/**
 * Puts an address into an investor's book. From now on it settles, anew once it is confirmed by a link that the caller
 * mails, and for as long as a link can take the account back. 409 beyond 200, 429 beyond ten an hour where each is mailed.
 * The caller holds the lock on the investor and has looked that it is not there.
 */
export async function addAddress(
  tx: Tx,
  clock: DatabaseClock,
  book: readonly KeptAddress[],
  { userId, network, address, name, holdHours }: Place & { userId: string; name: string | null; holdHours: number },
): Promise<AddressRow> {
  if (book.length >= MOST_ADDRESSES) refuse('wrong state', FULL)
  if (holdHours > 0) {
    const limits = [MOST_NEW, MOST_NEW_IN_A_DAY].map((limit) => ({
      ...limit,
      key: `new-address/${userId}/${limit.milliseconds}`,
    }))
    await countAttempt(tx, clock, limits, TOO_MANY)
  }
  const now = clock.now()
  const settled = new Date(now.getTime() + holdHours * HOUR)
  const disputed = await takeBackEnd(tx, userId, now)
  const entry: AddressRow = {
    id: newId(),
    user_id: userId,
    network,
    address,
    name,
    created_at: now,
    usable_at: holdHours === 0 || disputed === undefined || disputed < settled ? settled : disputed,
    confirmed_at: null,
    removed_at: null,
    distrusted_at: null,
  }
  await insertAddress(tx, entry)
  return entry
}

/** Gives an entry the name that its owner has typed, where that is another. */
export async function nameEntry(tx: Tx, entry: KeptAddress, name: string | null): Promise<void> {
  if (name !== null && name !== entry.name) await changeAddress(tx, entry.id, { name })
}
