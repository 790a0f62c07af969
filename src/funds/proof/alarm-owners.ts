import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import type { Wrong } from '#ledger/proof/proof.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { booksAreNotChecked, booksAreWrong, logIsNotSigned, proofIsMissing } from '#mail/owner-templates.ts'
import { notify, notifyEverybody } from '#notifications/notify.ts'
import { LOG_RESTARTED } from '#notifications/title-rules.ts'
import { findUser, ownersOf } from '#users/find.ts'

type Letter = ReturnType<typeof booksAreWrong>
/** What stands in the panel; `about` keeps alarms of one cause apart from those of others. */
type Short = { about: 'wrong' | 'unchecked' | 'log' | 'proof'; title: string; says: string }

/** Tells every owner, by notification and by mail, what is wrong with the books. */
export async function alarmOwners(tx: Tx, clock: Clock, wrong: readonly Wrong[]): Promise<void> {
  const letter = booksAreWrong(wrong.map(({ says }) => says))
  await tellOwners(tx, clock, letter, {
    ...{ about: 'wrong', title: 'The books are wrong', says: 'see Books on the Funds screen' },
  })
}

/** Tells every owner that the books could not be checked: why, and when they were last, null for never. */
export async function alarmOfUnchecked(
  tx: Tx,
  clock: Clock,
  why: string,
  last: Date | null | undefined,
): Promise<void> {
  const short: Short = { about: 'unchecked', title: 'The books could not be checked', says: 'see your mail' }
  await tellOwners(tx, clock, booksAreNotChecked(why, last), short)
}

/** Tells every owner of the log, where it is not signed any more. */
export async function alarmOfLog(tx: Tx, clock: Clock, problem: string): Promise<void> {
  await tellOwners(tx, clock, logIsNotSigned(problem), {
    ...{ about: 'log', title: 'The log is not signed', says: 'see your mail' },
  })
}

/** Tells everybody that the log goes on under another name: what they have kept is of the one before. */
export async function tellOfRestart(tx: Tx, clock: Clock, name: string): Promise<void> {
  await notifyEverybody(tx, clock, 'wallets', {
    icon: 'security',
    title: LOG_RESTARTED,
    bold_value: name,
    status_color: 'yellow',
    status_text: 'emails from before are of the log before',
  })
}

/** Tells every owner that what is owed was not proved, where none could be made. */
export async function alarmOfProof(tx: Tx, clock: Clock, problem: string): Promise<void> {
  const short: Short = { about: 'proof', title: 'There is no proof of what is owed', says: 'see your mail' }
  await tellOwners(tx, clock, proofIsMissing(problem), short)
}

async function tellOwners(tx: Tx, clock: Clock, letter: Letter, short: Short): Promise<void> {
  for (const id of await ownersOf(tx)) {
    const owner = await findUser(tx, id)
    if (owner === undefined) continue
    await notify(tx, clock, id, 'wallets', {
      icon: 'approval',
      title: short.title,
      bold_value: 'Funds',
      status_color: 'red',
      status_text: short.says,
      subject: { kind: 'alarm', id: short.about },
    })
    await enqueueMail(tx, clock, { receiver: owner.email, ...letter })
  }
}
