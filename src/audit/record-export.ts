import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { recordAct } from './record.ts'

/** Writes down that somebody has taken a list as a file, and what they asked for. */
export async function recordExport(
  tx: Tx,
  clock: Clock,
  asker: Administrator,
  exported: { list: string; query: Record<string, string | undefined> },
): Promise<void> {
  await recordAct(tx, clock, asker, {
    action: 'list exported',
    subject: { kind: 'user', id: asker.userId },
    after: { list: exported.list, query: exported.query },
  })
}
