import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import { HOUR, MINUTE } from '#kit/clock.ts'
import { countOf } from '#kit/count-of.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { insertRequest, lockRequests, selectLastRequest } from './store.ts'

/**
 * Asks for a proof beyond the one of the day; the job makes it. 422 without a reason; 409 within an hour of the last that
 * was asked for, since each looks at what everybody is owed.
 */
export async function askForProof(tx: Tx, actor: Administrator, input: { reason: string }): Promise<void> {
  const reason = input.reason.trim()
  if (reason === '') refuseField('reason', 'Say why. It is published with the proof.')
  await lockRequests(tx)
  const clock = await databaseClock(tx)
  const last = await selectLastRequest(tx)
  const waits = last === undefined ? 0 : last.getTime() + HOUR - clock.now().getTime()
  if (waits > 0) {
    const when = countOf(Math.ceil(waits / MINUTE), 'minute')
    refuse('wrong state', `A proof was asked for less than an hour ago. Ask again in ${when}.`)
  }
  const id = newId()
  await insertRequest(tx, { id, asked_at: clock.now(), asked_by: actor.userId, reason })
  await recordAct(tx, clock, actor, { action: 'ask for proof', subject: { kind: 'proof', id }, reason })
}
