import { utcDay } from '#approvals/rules.ts'
import { recordAct } from '#audit/record.ts'
import type { System } from '#kit/actor.ts'
import { type Clock, DAY } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { oneByOne, sweep } from '#kit/sweep.ts'
import { notify } from '#notifications/notify.ts'
import { changeUser } from '#users/change-user.ts'
import { findUser } from '#users/find.ts'
import { lockFreeUsers } from '#users/lock-user.ts'
import { selectExpiring } from './claim-store.ts'
import { beginAgain } from './draft.ts'
import { ASK_AGAIN_DAYS } from './rules.ts'
import { selectCountingCheck } from './store.ts'

const JOB: System = { job: 'ask for new identity documents' }

/**
 * Asks people whose approved document expires within thirty days for another, once and one by one: who cannot be asked
 * keeps nobody else. They stay approved. Who is locked is left for the next time.
 */
export async function askForNewDocuments(
  { db, clock }: { db: Database; clock: Clock },
  stopping?: AbortSignal,
): Promise<void> {
  const until = utcDay(new Date(clock.now().getTime() + ASK_AGAIN_DAYS * DAY))
  const work = oneByOne(
    (tx, after, most) => selectExpiring(tx, until, after, most),
    (tx, userId) => askForNewDocument(tx, clock, userId),
  )
  await sweep(db, work, stopping)
}

async function askForNewDocument(tx: Tx, clock: Clock, userId: string): Promise<void> {
  if ((await lockFreeUsers(tx, [userId])).length === 0) return
  // another process may have asked before the lock was there
  const user = await findUser(tx, userId)
  if (user === undefined || user.identity_asked_at !== null) return
  await changeUser(tx, userId, { identity_asked_at: clock.now() })
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
