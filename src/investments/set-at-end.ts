import { recordAct } from '#audit/record.ts'
import type { Investor } from '#kit/actor.ts'
import { databaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import { ZERO } from '#money/micro-usd.ts'
import { announce } from '#notifications/notify.ts'
import { lockOwn } from '#records/lock.ts'
import { updateAtEnd } from './again/store.ts'
import { type AtEnd, atEndsOf } from './at-end-rules.ts'
import { factsOf } from './decide.ts'
import { endOf } from './rules.ts'
import { usedOf } from './suspense/store.ts'

/**
 * The investor chooses what their running investment does at its end; the last choice before it counts. Moves no money, and
 * is no change of the record: its version stays. 404 if it is not the investor's own, 409 once it has ended, even where
 * nothing has completed it yet, and while it does not run; 422 for what cannot be done with bonus credit.
 */
export async function setAtEnd(tx: Tx, actor: Investor, input: { id: string; atEnd: AtEnd }): Promise<void> {
  const investment = await lockOwn(tx, actor, 'investment', input.id)
  const clock = await databaseClock(tx)
  const { id, status, began_at: began, duration, at_end: before } = investment
  if (status !== 'approved' || began === null) {
    refuse('wrong state', `This investment is ${status}: only of a running one can be chosen what it does at its end.`)
  }
  if (endOf(began, duration) <= clock.now()) refuse('wrong state', 'This investment has ended.')
  if (!atEndsOf(investment).includes(input.atEnd)) refuseField('at_end', NOT_OF_BONUS)
  if (before === input.atEnd) return
  await updateAtEnd(tx, investment, input.atEnd)
  const used = investment.received > ZERO ? await usedOf(tx, id) : ZERO
  await recordAct(tx, clock, actor, {
    action: 'choose end',
    subject: { kind: 'investment', id },
    before: factsOf(investment, used),
    after: factsOf({ ...investment, at_end: input.atEnd }, used),
  })
  await announce(tx, actor.userId, 'investments')
}

const NOT_OF_BONUS = 'It was paid from your bonus balance, so only its principal can be invested again.'
