import { utcDay } from '#approvals/rules.ts'
import { recordAct } from '#audit/record.ts'
import type { System } from '#kit/actor.ts'
import { type Clock, DAY } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { notify } from '#notifications/notify.ts'
import { changeUser } from '#users/change-user.ts'
import { findUser } from '#users/find.ts'
import { lockFreeUsers } from '#users/lock-user.ts'
import { selectExpiring } from './claim-store.ts'
import { beginAgain } from './draft.ts'
import { ASK_AGAIN_DAYS } from './rules.ts'
import { selectCountingCheck } from './store.ts'

const JOB: System = { job: 'ask for new identity documents' }
/** People in one transaction. */
const BATCH = 50

/**
 * Asks people whose approved document expires within thirty days for another, once. They stay approved. Answers how many
 * were asked; who is locked is left for the next time.
 */
export async function askForNewDocuments(tx: Tx, clock: Clock): Promise<number> {
  const now = clock.now()
  const found = await selectExpiring(tx, utcDay(new Date(now.getTime() + ASK_AGAIN_DAYS * DAY)), BATCH)
  const free = await lockFreeUsers(tx, found.map(({ id }) => id).toSorted())
  for (const userId of free) {
    // another process may have asked before the lock was there
    const user = await findUser(tx, userId)
    if (user === undefined || user.identity_asked_at !== null) continue
    await changeUser(tx, userId, { identity_asked_at: now })
    const check = await selectCountingCheck(tx, userId)
    if (check !== undefined) await beginAgain(tx, clock, check.id, { document: false })
    await recordAct(tx, clock, JOB, { action: 'ask for new document', subject: { kind: 'user', id: userId } })
    await notify(tx, clock, userId, 'identity', {
      icon: 'identity',
      title: 'Identity document expires',
      bold_value: user.identity_expires_on ?? '',
      status_color: 'yellow',
      status_text: 'send a new one',
      subject: check === undefined ? null : { kind: 'identity check', id: check.id },
    })
  }
  return free.length
}
