import { recordAct } from '#audit/record.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import type { Actor } from '#kit/actor.ts'
import { type Clock, HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { UNDO_HOURS } from '#mail/rules.ts'
import { factorsOf } from '../read.ts'
import { closeHelp, selectGoing } from './store.ts'

/** What a request ends with, in the audit log. */
const WHY = {
  proved: 'A second factor was proved: it is not lost.',
  'factors changed': 'The second factors were changed.',
  'password changed': 'Another password was chosen.',
  'contact changed': 'The e-mail address or phone number changed.',
  'taken back': 'The account was taken back.',
  blocked: 'The sign-in was blocked.',
  closed: 'The account was closed.',
  'reset required': 'The password was no longer trusted.',
  'is owner': 'An owner is helped on the machine.',
  'not told': 'Its owner could not be told of the wait: no message about it was delivered.',
} as const

/** What whoever has a factor of the account can bring about. */
const BY_FACTOR: readonly (keyof typeof WHY)[] = ['proved', 'factors changed']

/**
 * Ends a user's request for help with lost factors, if one goes on: something has happened after which nobody can be sure
 * that its owner still wants it, or may have it. They can ask again. The caller holds the user's lock.
 *
 * A factor ends it only where the account has one from 72 hours before it was asked for: whoever has put theirs in the place
 * of the owner's, at a page that was open or with a stolen phone, would keep the owner out with it for good.
 */
export async function endFactorHelp(
  tx: Tx,
  clock: Clock,
  actor: Actor,
  userId: string,
  why: keyof typeof WHY,
): Promise<void> {
  const help = await selectGoing(tx, userId)
  if (help === undefined) return
  if (BY_FACTOR.includes(why) && !(await hadFactor(tx, userId, help.asked_at))) return
  await closeHelp(tx, help.id, { state: 'ended', over_at: clock.now() })
  await recordAct(tx, clock, actor, {
    ...{ action: 'end factor help', subject: { kind: 'user', id: userId } },
    ...{ before: { status: help.state }, after: { status: 'ended' }, reason: WHY[why] },
  })
  await tellOfCredential(tx, clock, userId, {
    ...{ title: LOST_FACTOR, status_text: 'request ended', status_color: 'yellow' },
  })
}

/** Whether a factor that the account has now was there 72 hours before a moment. */
async function hadFactor(tx: Tx, userId: string, moment: Date): Promise<boolean> {
  const before = moment.getTime() - UNDO_HOURS * HOUR
  return (await factorsOf(tx, userId)).some(({ created_at }) => Date.parse(created_at) <= before)
}

/** What notifications call it. */
export const LOST_FACTOR = 'Lost second factor'
