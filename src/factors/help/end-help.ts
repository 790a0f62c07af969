import { recordAct } from '#audit/record.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import type { Actor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { closeHelp, endedBefore, selectGoing } from './store.ts'

/** What a request ends with, in the audit log. */
const WHY = {
  proved: 'A second factor was proved: it is not lost.',
  'factors changed': 'The second factors were changed.',
  'password changed': 'Another password was chosen.',
  'contact changed': 'The email address or phone number changed.',
  'taken back': 'The account was taken back.',
  blocked: 'The sign-in was blocked.',
  closed: 'The account was closed.',
  'reset required': 'The password was no longer trusted.',
  'is owner': 'An owner is helped on the machine.',
  'roles given': 'Roles were given to the account: an owner helps administrators.',
  'not told': 'Its owner could not be told of the wait: no message about it was delivered.',
} as const

/** What whoever has a factor of the account can bring about, its owner or not. */
const BY_HOLDER: readonly (keyof typeof WHY)[] = ['proved', 'factors changed']

/**
 * Ends a user's request for help with lost factors, if one goes on: something has happened after which nobody can be sure
 * that its owner still wants it, or may have it. They can ask again. The caller holds the user's lock.
 *
 * A factor ends one request, and none that was asked for in the 30 days after it: whoever has stolen it, or put theirs beside
 * it at a page that was open, would keep the owner out with it for good.
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
  const byHolder = BY_HOLDER.includes(why)
  if (byHolder && (await endedBefore(tx, help)) !== null) return
  await closeHelp(tx, help.id, { state: 'ended', over_at: clock.now(), by_holder: byHolder })
  await recordAct(tx, clock, actor, {
    ...{ action: 'end factor help', subject: { kind: 'user', id: userId } },
    ...{ before: { status: help.state }, after: { status: 'ended' }, reason: WHY[why] },
  })
  await tellOfCredential(tx, clock, userId, {
    ...{ title: LOST_FACTOR, status_text: 'request ended', status_color: 'yellow' },
  })
}

/** What notifications call it. */
export const LOST_FACTOR = 'Lost second factor'
