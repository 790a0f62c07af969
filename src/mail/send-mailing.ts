import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuseField } from '#kit/refusal.ts'
import { checkMail } from './check-mail.ts'
import type { Segment } from './contract.ts'
import { type ReceiverFinder, readReceivers } from './segment.ts'
import { insertMailing } from './store.ts'

/**
 * Records a mail to everybody of a segment as it is now; the messages are written after this, in chunks. Answers its id
 * and how many belong to the segment. 422 with the fields that are wrong, or where there is nobody to write to.
 */
export async function sendMailing(
  tx: Tx,
  clock: Clock,
  finder: ReceiverFinder,
  actor: Administrator,
  input: { title: string; content: string; segment: Segment; plan_id?: string | undefined },
): Promise<{ id: string; expected: number }> {
  checkMail(input)
  const receivers = await readReceivers(tx, finder, input)
  const { title, content } = input
  const [id, now] = [newId(), clock.now()]
  const expected = await finder.count(tx, receivers, now)
  if (expected === 0) refuseField('segment', 'Nobody belongs to this segment at the moment.')
  const mailing = { title, ...receivers, expected }
  await insertMailing(tx, { id, content, ...mailing, sent_by: actor.userId, created_at: now })
  // What it says stands with the mailing: it is nobody's business who only looks at the log.
  await recordAct(tx, clock, actor, { action: 'mailing sent', subject: { kind: 'mailing', id }, after: mailing })
  return { id, expected }
}
