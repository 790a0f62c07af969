import { type Clock, MINUTE } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { type OpenSessionRow, markSeen } from './session-store.ts'

type House = { db: Database; clock: Clock }
type Noted = { ids: Set<string>; writing: boolean }

/** What each process has yet to write, by the pool that it comes in by. */
const noted = new WeakMap<Database, Noted>()

/**
 * Notes that the owner of a session is there, which keeps it from ending: once a minute, in one statement for all that
 * came meanwhile, and nobody's call waits for it. Where the database does not take it, the next call does it again.
 */
export function noteSeen(house: House, { id, seen_at, created_at }: OpenSessionRow): void {
  if (house.clock.now().getTime() - (seen_at ?? created_at).getTime() < MINUTE) return
  const mine = noted.get(house.db) ?? { ids: new Set<string>(), writing: false }
  noted.set(house.db, mine)
  mine.ids.add(id)
  if (!mine.writing) void write(house, mine)
}

async function write({ db, clock }: House, mine: Noted): Promise<void> {
  mine.writing = true
  while (mine.ids.size > 0) {
    const ids = [...mine.ids]
    mine.ids.clear()
    await markSeen(db, ids, clock.now()).catch(() => {})
  }
  mine.writing = false
}
