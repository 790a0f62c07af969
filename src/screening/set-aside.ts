import { recordDecisions } from '#audit/record.ts'
import type { Actor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { announce } from '#notifications/notify.ts'
import { keptNamesOf } from './confirmed-names.ts'
import { type PersonToScreen, scoreOf } from './names/score.ts'
import { LIST_NAMES } from './rules.ts'
import { bringHitsBack, deletePerson, makePersonDue, selectTakenBack, takeHitsBack } from './store.ts'

const WHY = 'The account was taken back from whoever may have handed in the name.'

/**
 * Sets aside the open hits of somebody that were found `since` a moment, where their account was taken back from whoever
 * handed in the names. Confirmed ones stay: else whoever is listed would be rid of one by taking back their own account.
 * Who is `stillApproved` by a name from before is compared again. The caller holds the lock on the user.
 */
export async function setAsideHits(
  tx: Tx,
  clock: Clock,
  actor: Actor,
  { userId, since, stillApproved }: { userId: string; since: Date; stillApproved: boolean },
): Promise<void> {
  // first: where a job is comparing them at this moment, what it finds is set aside with the rest
  await (stillApproved ? makePersonDue(tx, userId) : deletePerson(tx, userId))
  const hits = await takeHitsBack(tx, userId, since, clock.now())
  if (hits.length === 0) return
  const setAside = hits.filter(({ state }) => state === 'set aside')
  const decisions = setAside.map(({ id, list, name }) => ({
    ...{ action: 'set aside screening hit', subject: { kind: 'screening hit', id } as const },
    ...{ from: 'open', to: 'set aside', before: { status: 'open' } },
    ...{ after: { status: 'set aside', name, list: LIST_NAMES[list] }, reason: WHY },
  }))
  if (decisions.length > 0) await recordDecisions(tx, clock, actor, decisions)
  await announce(tx, null, 'identity')
}

/**
 * Has hits of somebody stand again as before their account was taken back: those whose names look like one that they have
 * now, and those with the same listed people as `found`.
 */
export async function standAgain(
  tx: Tx,
  clock: Clock,
  userId: string,
  named: readonly PersonToScreen[],
  found: readonly { list: string; uid: string }[],
): Promise<void> {
  const back = (await selectTakenBack(tx, userId)).filter(
    (hit) =>
      found.some(({ list, uid }) => list === hit.list && uid === hit.uid) ||
      keptNamesOf(hit).some(({ candidate }) => named.some((person) => scoreOf(candidate, person) !== undefined)),
  )
  await bringHitsBack(
    tx,
    back.map(({ id }) => id),
    clock.now(),
  )
}
