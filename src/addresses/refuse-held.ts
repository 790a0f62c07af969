import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { heldWords, holdNow } from './hold-rules.ts'
import { selectHold } from './store.ts'

const DISTRUSTED =
  'The address of this withdrawal was removed to protect its account: somebody else may have asked for it.'
const REMOVED =
  'The address of this withdrawal is no longer in its investor’s address book, so it can’t be approved. ' +
  'Once it is rejected, they can ask for another.'

/**
 * 409 for a withdrawal to a new address until its owner has confirmed it and its hours are over, and to one that was removed
 * from the book, by whomever: asked wherever one would become payable. The caller holds the lock on the investor, which whoever confirms takes as well.
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
 * 409 for a withdrawal to an address that was removed to protect its account, with what to do `instead`: asked of an approved
 * one before it is paid, and of a paid one before it is one to be paid again. One that the investor has removed from the
 * book by themselves since is paid. The caller holds the lock on the investor.
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
