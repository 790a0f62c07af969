import type { Administrator } from '#kit/actor.ts'
import type { Tx } from '#kit/database.ts'
import type { FactorHelp } from '../contract.ts'
import { type ListedHelp, selectGoingHelp } from './store.ts'

/** Requests that are shown. */
const MOST = 100

/** The requests for help with lost factors that are not over, of one user or of all, the oldest first. */
export async function goingHelp(
  tx: Tx,
  actor: Administrator,
  { user = null }: { user?: string | null | undefined },
): Promise<FactorHelp[]> {
  const rows = await selectGoingHelp(tx, { user, actorId: actor.userId }, MOST)
  return rows.map(helpOnWire)
}

function helpOnWire({ id, user_id, name, email, note, decider, asked_at, kept, seen, ...row }: ListedHelp): FactorHelp {
  return {
    ...{ id, note, started_by: decider, looked: kept > 0 && seen === kept },
    state: row.started_at === null ? 'open' : 'waiting',
    user: { id: user_id, name, email },
    asked_at: asked_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
  }
}
