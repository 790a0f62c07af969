import { recordDecision } from '#audit/record.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { announce } from '#notifications/notify.ts'
import { hitMayBecome, LIST_NAMES } from './rules.ts'
import { changeHit, lockHit } from './store.ts'

type Decision = { id: string; reason: string }

/**
 * Decides that a hit is somebody else. One that was confirmed is cleared by another administrator than who confirmed it:
 * what holds somebody up one may do alone, what lets them pass two. 404, 403 for one’s own, 409 once cleared.
 */
export async function clearHit(tx: Tx, clock: Clock, actor: Administrator, input: Decision): Promise<void> {
  await decide(tx, clock, actor, input, 'cleared')
}

/** Confirms that a hit is the listed person. It moves no money and closes nothing. 404, 403 for one’s own, 409 once decided. */
export async function confirmHit(tx: Tx, clock: Clock, actor: Administrator, input: Decision): Promise<void> {
  await decide(tx, clock, actor, input, 'confirmed')
}

async function decide(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  { id, reason }: Decision,
  to: 'cleared' | 'confirmed',
): Promise<void> {
  const hit = await lockHit(tx, id)
  if (hit === undefined) refuse('not found', 'There is no such match.')
  if (hit.user_id === actor.userId) {
    refuse('not allowed', 'You can’t decide on a match of your own. Another administrator has to.')
  }
  if (!hitMayBecome(hit.state, to)) refuse('wrong state', `This match is ${hit.state} already.`)
  if (hit.decided_by === actor.userId) {
    refuse('wrong state', 'You confirmed this match. Another administrator has to clear it.')
  }
  await changeHit(tx, id, { state: to, decided_at: clock.now(), decided_by: actor.userId, reason })
  await recordDecision(tx, clock, actor, {
    action: to === 'cleared' ? 'clear screening hit' : 'confirm screening hit',
    subject: { kind: 'screening hit', id },
    from: hit.state,
    to,
    before: { status: hit.state },
    after: { status: to, name: hit.name, list: LIST_NAMES[hit.list], score: hit.score },
    reason,
  })
  await announce(tx, null, 'identity')
}
