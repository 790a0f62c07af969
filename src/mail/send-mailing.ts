import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuseField } from '#kit/refusal.ts'
import { checkMail } from './check-mail.ts'
import type { Segment } from './contract.ts'
import { segmentInWords } from './rules.ts'
import { type ReceiverFinder, readReceivers } from './segment.ts'
import { insertMailing } from './mailing-store.ts'

/** What owners are told of a mailing: `to` is its segment in words, `expected` how many belong to it. */
export type SentMailing = { title: string; content: string; to: string; expected: number }

/** Tells every owner of a mailing, in its transaction: done by a slice that knows who they are. */
export type TellOfMailing = (tx: Tx, clock: Clock, actor: Administrator, mailing: SentMailing) => Promise<void>

/**
 * Records a mail to everybody of a segment as it is now; the messages are written after this, in chunks. Every owner is
 * told, since it may say where to pay. Answers its id and how many belong to the segment. 422 with the fields that are
 * wrong, or where there is nobody to write to.
 */
export async function sendMailing(
  tx: Tx,
  clock: Clock,
  house: { finder: ReceiverFinder; tellOwners: TellOfMailing },
  actor: Administrator,
  input: { title: string; content: string; segment: Segment; plan_id?: string | undefined },
): Promise<{ id: string; expected: number }> {
  checkMail(input)
  const { finder, tellOwners } = house
  const receivers = await readReceivers(tx, finder, input)
  const { title, content } = input
  const [id, now] = [newId(), clock.now()]
  const expected = await finder.count(tx, receivers, now)
  if (expected === 0) refuseField('segment', 'Nobody is in this segment at the moment.')
  const mailing = { title, ...receivers, expected }
  await insertMailing(tx, { id, content, ...mailing, sent_by: actor.userId, created_at: now })
  // What it says stands with the mailing: it is nobody's business who only looks at the log.
  await recordAct(tx, clock, actor, { action: 'mailing sent', subject: { kind: 'mailing', id }, after: mailing })
  const plan = receivers.plan_id === null ? undefined : await finder.planName(tx, receivers.plan_id)
  await tellOwners(tx, clock, actor, { title, content, to: segmentInWords(receivers.segment, plan), expected })
  return { id, expected }
}
