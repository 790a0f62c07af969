import type { Administrator } from '#kit/actor.ts'
import { HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { type WhenTold, whenEachTold } from '#mail/when-told.ts'
import type { FactorHelp } from '../contract.ts'
import { HELP_HOURS } from '../rules.ts'
import { type ListedHelp, selectGoingHelp } from './store.ts'
import { whyNotStart } from './why-not-start.ts'

/** Requests that are shown. */
const MOST = 100

/** The requests for help with lost factors that are not over, of one user or of all, the oldest first. */
export async function goingHelp(
  tx: Tx,
  actor: Administrator,
  { user = null }: { user?: string | null | undefined },
): Promise<FactorHelp[]> {
  const rows = await selectGoingHelp(tx, { user, actorId: actor.userId }, MOST)
  const waits = rows.filter(({ started_at }) => started_at !== null)
  const told = await whenEachTold(
    tx,
    waits.map((row) => row.told),
  )
  const toldOf = new Map(waits.map(({ id }, at) => [id, told[at]]))
  return rows.map((row) => helpOnWire(row, toldOf.get(row.id)))
}

function helpOnWire(row: ListedHelp, told: WhenTold | undefined): FactorHelp {
  const { id, user_id, name, email, note, decider, asked_at, ended_before, kept, seen, check_id, ends_at } = row
  const whyNot = whyNotStart({ state: row.state, user: row, pictures: row })
  return {
    ...{ id, note, started_by: decider, check_id, looked: kept > 0 ? seen === kept : null, why_not: whyNot },
    state: row.started_at === null ? 'open' : 'waiting',
    user: { id: user_id, name, email },
    asked_at: asked_at.toISOString(),
    ended_before: ended_before && ended_before.toISOString(),
    told: told instanceof Date ? 'delivered' : (told ?? null),
    ends_at: ends_at && endOf(ends_at, told).toISOString(),
  }
}

/** No sooner than the 72 hours that the database counts, nor than as many after its owner was told. */
function endOf(endsAt: Date, told: WhenTold | undefined): Date {
  return told instanceof Date ? new Date(Math.max(endsAt.getTime(), told.getTime() + HELP_HOURS * HOUR)) : endsAt
}
