import { recordAct } from '#audit/record.ts'
import type { Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { lockUser } from '#users/lock-user.ts'
import { deleteWish, insertWish, selectWish } from './store.ts'

/** Whether somebody gets the first proof of each month by mail. */
export async function proofMailsOf(tx: Tx, actor: Investor): Promise<{ wanted: boolean }> {
  return { wanted: (await selectWish(tx, actor.userId)) !== undefined }
}

/** Gets the first proof of each month by mail from now on, or no more. What is so already stays, and leaves no line. */
export async function wantProofMails(tx: Tx, actor: Investor, { wanted }: { wanted: boolean }): Promise<void> {
  await lockUser(tx, actor.userId)
  const clock = await databaseClock(tx)
  if ((await proofMailsOf(tx, actor)).wanted === wanted) return
  if (wanted) await insertWish(tx, actor.userId, clock.now())
  else await deleteWish(tx, actor.userId)
  await recordAct(tx, clock, actor, {
    action: wanted ? 'want proof mails' : 'end proof mails',
    subject: { kind: 'user', id: actor.userId },
  })
}
