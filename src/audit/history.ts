import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { byWhom } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import type { ByWhom } from '#kit/wire.ts'
import { KNOWN_ACTIONS, VISITS } from './rules.ts'
import { type ActRow, selectNewestActs } from './store.ts'

/** With the name of who did it, where that may be told; after lines that are left out it says so. */
export type NamedAct = ActRow & { actor_name?: string | null; after_gap?: true }

/** What a history shows at most: more than anything honest has, so that nobody makes a list without an end by editing. */
const HISTORY = {
  most: 100,
  but: [...KNOWN_ACTIONS.filter((action) => action.startsWith('second approval ')), ...VISITS],
}

/**
 * What the history of each of these records shows, oldest first: how it was made and the newest after that, 100 in all;
 * the line after those that are left out says so. What was asked of a second administrator is in no history. The audit
 * log has everything, in pages.
 */
export async function historiesOf(tx: Tx, subjectIds: readonly string[]): Promise<Map<string, NamedAct[]>> {
  const named = await namedHistoriesOf(tx, subjectIds)
  return new Map([...named].map(([id, acts]) => [id, acts.map(({ actor_name: _, ...act }) => act)]))
}

/** The same with the names of who did it: for administrators alone. */
export async function namedHistoriesOf(tx: Tx, subjectIds: readonly string[]): Promise<Map<string, NamedAct[]>> {
  const acts = Map.groupBy(await selectNewestActs(tx, subjectIds, HISTORY), (act) => act.subject_id)
  return new Map([...acts].map(([id, all]) => [id, withGap(all)]))
}

function withGap([first, ...newest]: readonly NamedAct[]): NamedAct[] {
  if (first === undefined) return []
  if (newest.length < HISTORY.most) return [first, ...newest]
  return [first, ...newest.slice(1).map((act, place) => (place === 0 ? { ...act, after_gap: true as const } : act))]
}

type Event<Facts> = {
  at: string
  by: ByWhom
  by_name?: string
  before: Facts | null
  after: Facts
  reason: string | null
  after_gap?: true
}

/** What has happened to a record, out of the audit log, oldest first: the acts that left facts of this shape. */
export function historyOf<Facts extends TSchema>(
  facts: Facts,
  acts: readonly NamedAct[],
  investorId: string,
): Event<Static<Facts>>[] {
  return acts.flatMap(({ at, actor_id, actor_name, before, after, reason, after_gap }) =>
    Check(facts, after)
      ? [
          {
            at: at.toISOString(),
            by: byWhom(actor_id, investorId),
            ...(typeof actor_name === 'string' && actor_id !== investorId ? { by_name: actor_name } : {}),
            before: Check(facts, before) ? before : null,
            after,
            reason,
            ...(after_gap ? { after_gap } : {}),
          },
        ]
      : [],
  )
}
