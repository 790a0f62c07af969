import { recordAct } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { stateOfMailing } from './rules.ts'
import { changeMailing, lockMailing } from './mailing-store.ts'

/** Stops a mailing: nothing more of it is written or sent. 404 if there is none, 409 if nothing is left to stop. */
export async function stopMailing(tx: Tx, clock: Clock, actor: Administrator, input: { id: string }): Promise<void> {
  const mailing = await lockMailing(tx, input.id)
  if (mailing === undefined) refuse('not found', 'There is no such mailing.')
  const state = stateOfMailing(mailing)
  if (state === 'stopped') refuse('wrong state', 'This mailing has already been stopped.')
  if (state === 'sent') refuse('wrong state', 'This mailing has been sent. There is nothing left to stop.')
  await changeMailing(tx, mailing.id, { stopped_at: clock.now() })
  await recordAct(tx, clock, actor, {
    action: 'mailing stopped',
    subject: { kind: 'mailing', id: mailing.id },
    before: { state },
    after: { state: 'stopped', written: mailing.expanded },
  })
}
