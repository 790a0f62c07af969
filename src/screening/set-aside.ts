import { recordDecisions } from '#audit/record.ts'
import type { Actor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { announce } from '#notifications/notify.ts'
import { keptNamesOf } from './confirmed-names.ts'
import { type PersonToScreen, scoreOf } from './names/score.ts'
import { LIST_NAMES } from './rules.ts'
import { bringHitsBack, deletePerson, makePersonDue, selectSetAside, setHitsAside } from './store.ts'

const WHY = 'The account was taken back from whoever may have handed in the name.'

/**
 * Sets aside the hits of somebody that were found `since` a moment, where their account was taken back from whoever handed
 * in the names: they hold up nothing and stay to be read. They stand again as they were, confirmed ones too, once such a
 * name is handed in again: else whoever is listed would be rid of a confirmed match by taking back their own account.
 * `stillApproved` by a name from before, somebody is compared again by that; anybody else once they hand in their own. The
 * caller holds the lock on the user.
 */
export async function setAsideHits(
  tx: Tx,
  clock: Clock,
  actor: Actor,
  { userId, since, stillApproved }: { userId: string; since: Date; stillApproved: boolean },
): Promise<void> {
  // first: where a job is comparing them at this moment, what it finds is set aside with the rest
  await (stillApproved ? makePersonDue(tx, userId) : deletePerson(tx, userId))
  const hits = await setHitsAside(tx, userId, since)
  if (hits.length === 0) return
  await recordDecisions(
    tx,
    clock,
    actor,
    hits.map(({ id, list, name, decided_at }) => {
      const from = decided_at === null ? 'open' : 'confirmed'
      return {
        ...{ action: 'set aside screening hit', subject: { kind: 'screening hit', id } as const },
        ...{ from, to: 'set aside', before: { status: from } },
        ...{ after: { status: 'set aside', name, list: LIST_NAMES[list] }, reason: WHY },
      }
    }),
  )
  await announce(tx, null, 'identity')
}

/**
 * Has hits of somebody stand again that were set aside: those whose names look like one that they have now, and those with
 * the same listed people as `found`.
 */
export async function standAgain(
  tx: Tx,
  clock: Clock,
  userId: string,
  named: readonly PersonToScreen[],
  found: readonly { list: string; uid: string }[],
): Promise<void> {
  const back = (await selectSetAside(tx, userId)).filter(
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
