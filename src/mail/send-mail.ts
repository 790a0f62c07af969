import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { recordAct } from '#audit/record.ts'
import { checkMail } from './check-mail.ts'
import { countWrittenMail } from './count-written-mail.ts'
import { enqueueMail } from './enqueue.ts'

/**
 * Puts an administrator's mail, written in Markdown, to one address into the outbox. 422 with the fields that are wrong,
 * 429 beyond 30 in an hour.
 */
export async function sendMail(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { title: string; content: string; receiver: string },
): Promise<void> {
  checkMail(input)
  await countWrittenMail(tx, clock, actor)
  const { title, content, receiver } = input
  const id = await enqueueMail(tx, clock, { receiver, subject: title, content, markdown: true, secret: false })
  await recordAct(tx, clock, actor, {
    action: 'mail sent',
    subject: { kind: 'message', id },
    after: { title, receiver },
  })
}
