import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { byWhom } from '#kit/actor.ts'
import type { ByWhom } from '#kit/wire.ts'
import type { NamedAct } from './read.ts'

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
