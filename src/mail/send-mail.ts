import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { recordAct } from '#audit/record.ts'
import { enqueueMail } from './enqueue.ts'
import { problemsOfMail } from './rules.ts'

/** Puts an administrator's mail to one address into the outbox. 422 with the fields that are wrong. */
export async function sendMail(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  input: { title: string; content: string; receiver: string },
): Promise<void> {
  const errors = problemsOfMail(input)
  const problem = Object.values(errors)[0]?.[0]
  if (problem !== undefined) refuse('bad input', problem, errors)
  const { title, content, receiver } = input
  const id = await enqueueMail(tx, clock, { receiver, subject: title, content })
  await recordAct(tx, clock, actor, { action: 'mail sent', subject: { kind: 'message', id }, after: input })
}
