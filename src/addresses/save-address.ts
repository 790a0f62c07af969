import { recordAct } from '#audit/record.ts'
import type { Investor } from '#kit/actor.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { askTogether } from '#kit/pipeline.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { tooMany } from '#kit/limit.ts'
import { addressRemoved } from '#mail/address-templates.ts'
import { enqueueTelling } from '#mail/enqueue.ts'
import { announce } from '#notifications/notify.ts'
import type { UserRow } from '#users/find.ts'
import { lockUserAndClock } from '#users/lock-user.ts'
import { isOwnAddress, listWallets } from '#wallets/find.ts'
import { networkInWords } from '#wallets/network-rules.ts'
import { checkAddress } from '#wallets/rules.ts'
import { addAddress, entryFor, addressNameFor, type NewAddresses } from './keep-address.ts'
import { mailAddressLinks } from './mail-links.ts'
import { addressesOf, type AddressRow, changeAddress, isAwaited, selectAddress } from './store.ts'

const NO_ADDRESS = 'You have no such address.'

/**
 * Saves an address with a name, before anything is withdrawn to it: by the time that it is needed it may have settled.
 * Where new addresses are confirmed its owner is mailed. 422 by field, also for one that is saved already.
 */
export async function saveAddress(
  tx: Tx,
  actor: Investor,
  input: { network: string; address: string; name: string },
  newAddresses: NewAddresses,
): Promise<void> {
  const { user, clock } = await lockOwner(tx, actor)
  const { book } = await askTogether(tx, { book: addressesOf(user.id) })
  const { holdHours } = newAddresses
  const { network, address } = input
  const wallets = await listWallets(tx, { onlyAvailable: true })
  if (!wallets.some((wallet) => wallet.network === network)) {
    refuseField('network', 'Choose the network of one of the payment methods.')
  }
  const problem = checkAddress(network, address)
  if (problem !== null) refuseField('address', problem)
  const place = { network, address }
  if (await isOwnAddress(tx, place)) {
    refuseField('address', 'This is our own payment address: enter one of your own wallet.')
  }
  const there = entryFor(book, place)
  if (there !== undefined && there.name !== null) refuseField('address', 'You have saved this address already.')
  const name = addressNameFor(book, input.name, there)
  // one that came with a withdrawal only gets its name
  if (there !== undefined) await changeAddress(tx, there.id, { name })
  else {
    const made = await addAddress(tx, clock, book, { ...place, userId: user.id, name, holdHours })
    if (holdHours > 0) await mailAddressLinks(tx, clock, user, { address: { ...made, confirmed: false }, newAddresses })
    await record(tx, clock, actor, { action: 'save address', entry: made })
  }
  await announce(tx, user.id, 'withdrawals')
}

/** Takes an address out of the book, and mails its owner that it is gone. 404 if it is not theirs, 409 while a withdrawal waits for it. */
export async function removeAddress(tx: Tx, actor: Investor, { id }: { id: string }): Promise<void> {
  const { user, clock } = await lockOwner(tx, actor)
  const entry = (await selectAddress(tx, user.id, id)) ?? refuse('not found', NO_ADDRESS)
  if (await isAwaited(tx, user.id, id)) {
    refuse('wrong state', 'A withdrawal to this address is waiting. Cancel it first.')
  }
  await changeAddress(tx, id, { removed_at: clock.now() })
  await record(tx, clock, actor, { action: 'remove address', entry })
  const letter = addressRemoved({ network: networkInWords(entry.network), name: entry.name })
  await enqueueTelling(tx, clock, { receiver: user.email, ...letter })
  await announce(tx, user.id, 'withdrawals')
}

/** Mails the link once more by which an address is confirmed. 409 if it is, 429 beyond ten mails an hour. */
export async function mailAddressAgain(
  tx: Tx,
  actor: Investor,
  { id }: { id: string },
  newAddresses: NewAddresses,
): Promise<void> {
  const { user, clock } = await lockOwner(tx, actor)
  const entry = (await selectAddress(tx, user.id, id)) ?? refuse('not found', NO_ADDRESS)
  if (entry.confirmed_at !== null) refuse('wrong state', 'This address is confirmed.')
  const sent = await mailAddressLinks(tx, clock, user, { address: { ...entry, confirmed: false }, newAddresses })
  if (!sent) throw tooMany('We have sent you many mails about this address. Look for the newest one.', 3600)
}

async function lockOwner(tx: Tx, { userId }: Investor): Promise<{ user: UserRow; clock: DatabaseClock }> {
  const locked = await lockUserAndClock(tx, userId)
  if (locked === undefined) throw new Error(`user ${userId} has gone`)
  return locked
}

/** The address itself stands with its owner, and not in the log. */
type Act = { action: string; entry: AddressRow }

async function record(tx: Tx, clock: DatabaseClock, actor: Investor, { action, entry }: Act): Promise<void> {
  const { network, name } = entry
  await recordAct(tx, clock, actor, { action, subject: { kind: 'user', id: actor.userId }, after: { network, name } })
}
