import { keptDays } from '#funds/days/read-days.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import type { ReplyOf } from '#kit/wire.ts'
import { fromWire, sum, toWire } from '#money/micro-usd.ts'
import { namesOf } from '#users/find.ts'
import type { CameDay, SavedWhatIf, whatIfContract } from './contract.ts'
import { selectWhatIf, selectWhatIfs } from './store.ts'

/** All that are saved, the newest first. */
export async function savedWhatIfs(tx: Tx): Promise<SavedWhatIf[]> {
  return onWire(tx, await selectWhatIfs(tx))
}

/** A saved one with the days that it foresaw, and those that came since. 404 where there is none. */
export async function savedWhatIf(
  tx: Tx,
  { id }: { id: string },
): Promise<ReplyOf<(typeof whatIfContract)['GET /api/admin/what-ifs/:id']>> {
  const row = await selectWhatIf(tx, id)
  const [saved] = row === undefined ? [] : await onWire(tx, [row])
  if (row === undefined || saved === undefined) refuse('not found', 'There is no such what-if.')
  const [first, last] = [row.days[0], row.days.at(-1)]
  return {
    status: 'success',
    ...saved,
    foreseen: row.days,
    came: first && last ? await cameBetween(tx, first.day, last.day) : [],
  }
}

/** The ends of the days that have come and were kept, in the shape of what was foreseen. */
async function cameBetween(tx: Tx, from: string, to: string): Promise<CameDay[]> {
  return (await keptDays(tx, { from, to })).map(({ day, custody, owed, reserve }) => ({
    ...{ day, custody, owed },
    reserve: toWire(sum([reserve.yield, reserve.committed].map(fromWire))),
  }))
}

type Row = Awaited<ReturnType<typeof selectWhatIfs>>[number]

async function onWire(tx: Tx, rows: readonly Row[]): Promise<SavedWhatIf[]> {
  const names = await namesOf(tx, [...new Set(rows.map(({ created_by }) => created_by))])
  return rows.map(({ id, name, assumed, as_of, unpaid_from, uncovered_from, created_at, created_by }) => ({
    ...{ id, name, assumed, as_of: as_of.toISOString(), unpaid_from, uncovered_from },
    ...{ created_at: created_at.toISOString(), by: { id: created_by, name: names.get(created_by) ?? created_by } },
  }))
}
