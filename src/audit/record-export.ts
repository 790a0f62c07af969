import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { recordAct } from './record.ts'

/** Writes down that somebody has taken a list as a file, and what they asked for. */
export async function recordExport(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  exported: { list: string; query: Record<string, string | undefined> },
): Promise<void> {
  await recordAct(tx, clock, actor, {
    action: 'list exported',
    subject: { kind: 'user', id: actor.userId },
    after: { list: exported.list, query: exported.query },
  })
}
