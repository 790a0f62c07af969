import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { Wrong } from '#ledger/proof/proof.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { booksAreWrong } from '#mail/owner-templates.ts'
import { notify } from '#notifications/notify.ts'
import { findUser, ownersOf } from '#users/find.ts'

/** Tells every owner, by notification and by mail, what is wrong with the books. */
export async function alarmOwners(tx: Tx, clock: Clock, wrong: readonly Wrong[]): Promise<void> {
  const letter = booksAreWrong(wrong.map(({ says }) => says))
  for (const id of await ownersOf(tx)) {
    const owner = await findUser(tx, id)
    if (owner === undefined) continue
    await notify(tx, clock, id, 'wallets', {
      icon: 'security',
      title: 'The books are wrong',
      bold_value: 'Funds',
      status_color: 'red',
      status_text: 'see Books on the Funds screen',
    })
    await enqueueMail(tx, clock, { receiver: owner.email, ...letter })
  }
}
