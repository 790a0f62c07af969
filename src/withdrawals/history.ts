import type { ActRow } from '#audit/read.ts'
import { Check } from 'typebox/value'
import { Facts, type Withdrawal } from './contract.ts'

/** What has happened to a withdrawal, oldest first, out of the audit log, as its investor may see it. */
export function historyOf(acts: readonly ActRow[], investorId: string): Withdrawal['history'] {
  return acts.flatMap(({ at, actor_id, before, after, reason }) =>
    Check(Facts, after)
      ? [
          {
            at: at.toISOString(),
            by: byWhom(actor_id, investorId),
            before: Check(Facts, before) ? before : null,
            after,
            reason,
          },
        ]
      : [],
  )
}

function byWhom(actorId: string | null, investorId: string): Withdrawal['history'][number]['by'] {
  if (actorId === null) return 'system'
  return actorId === investorId ? 'investor' : 'administrator'
}
