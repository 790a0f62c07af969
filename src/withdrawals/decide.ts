import type { Actor } from '#kit/actor.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { ActId } from '#kit/ids.ts'
import { toWire } from '#money/micro-usd.ts'
import { writeDecision } from '#records/write-decision.ts'
import type { WithdrawalFacts } from './contract.ts'
import type { WithdrawalRecord } from './store.ts'

/** Writes what has been decided about a withdrawal. Moves no money: the caller posts that. */
export async function decide(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  withdrawal: WithdrawalRecord,
  decision: {
    /** its line in the audit log, where postings name it */
    act?: ActId
    action: string
    title: string
    changed: Partial<Pick<WithdrawalRecord, 'status' | 'reason' | 'amount' | 'created_at' | 'completed_at' | 'txid'>>
    /** why, in the words of whoever decides */
    reason: string | null
  },
): Promise<void> {
  const { changed, ...act } = decision
  const after = { ...withdrawal, ...changed }
  await writeDecision(tx, clock, actor, 'withdrawal', { ...act, factsOf, before: withdrawal, after })
}

/** What the audit log keeps of a withdrawal, and the investor sees of it in the record's history. */
export function factsOf({ status, amount, created_at, txid }: WithdrawalRecord): WithdrawalFacts {
  return { status, amount: toWire(amount), date: created_at.toISOString(), txid }
}
