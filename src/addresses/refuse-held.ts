import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { isSameAddress } from '#wallets/rules.ts'
import { heldWords, holdNow } from './hold-rules.ts'
import { selectAllAddresses, selectHold } from './store.ts'

const DISTRUSTED =
  'The address of this withdrawal was removed to protect its account: somebody else may have asked for it.'
const DISTRUSTED_PLACE =
  'This address was removed to protect the account: somebody else may have asked for this. Ask for another.'
const REMOVED =
  'The address of this withdrawal is no longer in its investor’s address book, so it can’t be approved. ' +
  'Once it is rejected, they can ask for another.'

/**
 * 409 for a withdrawal to an address that is not confirmed or still held, or that was removed from the book: asked wherever
 * one would become payable. The caller holds the lock on the investor, which whoever confirms takes as well.
 */
export async function refuseHeld(
  tx: Tx,
  clock: DatabaseClock,
  { address_id: id }: { address_id: string | null },
): Promise<void> {
  if (id === null) return
  const address = await selectHold(tx, id)
  if (address === undefined) throw new Error(`address ${id} has gone`)
  if (address.distrusted_at !== null) refuse('wrong state', `${DISTRUSTED} Reject it.`)
  // They may have lost the wallet since.
  if (address.removed_at !== null) refuse('wrong state', REMOVED)
  const held = { confirmed: address.confirmed_at !== null, until: address.usable_at.toISOString() }
  const hold = holdNow(held, clock.now().getTime())
  if (hold !== null) refuse('wrong state', heldWords(hold))
}

/**
 * 409 for money that goes to an investor by no withdrawal, to an address that is in their book and not confirmed or
 * settled yet, or that was removed from it to protect the account. One that never was in the book is the
 * administrator's to know. The caller holds the lock on the investor.
 */
export async function refuseHeldPlace(
  tx: Tx,
  clock: DatabaseClock,
  userId: string,
  place: { network: string; address: string },
): Promise<void> {
  const entries = (await selectAllAddresses(tx, userId)).filter((entry) => isSameAddress(entry, place))
  const kept = entries.find(({ removed_at }) => removed_at === null)
  if (kept === undefined) {
    if (entries.some(({ distrusted_at }) => distrusted_at !== null)) refuse('wrong state', DISTRUSTED_PLACE)
    return
  }
  const { confirmed_at, created_at, usable_at } = kept
  // where nothing was asked of it, it settled at once
  const confirmed = confirmed_at !== null || usable_at <= created_at
  const hold = holdNow({ confirmed, until: usable_at.toISOString() }, clock.now().getTime())
  if (hold !== null) refuse('wrong state', heldWords(hold))
}

/**
 * 409 for a withdrawal to an address that was removed to protect its account, with what to do `instead`: asked before
 * an approved one is paid or a paid one is to be paid again. What the investor has removed is paid. The caller holds
 * the investor's lock.
 */
export async function refuseDistrusted(
  tx: Tx,
  { address_id: id }: { address_id: string | null },
  instead: string,
): Promise<void> {
  const address = id === null ? undefined : await selectHold(tx, id)
  if (address !== undefined && address.distrusted_at !== null) {
    refuse('wrong state', `${DISTRUSTED} ${instead}`)
  }
}
