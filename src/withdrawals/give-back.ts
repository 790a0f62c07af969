import type { Actor } from '#kit/actor.ts'
import type { DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { newActId } from '#kit/ids.ts'
import { booksOf, missingFrom } from '#ledger/books.ts'
import { post } from '#ledger/post.ts'
import { requiredEntries } from './books.ts'
import { decide } from './decide.ts'
import { TRANSITIONS } from './rules.ts'
import type { WithdrawalRecord } from './store.ts'

/** Declines a withdrawal, by whomever: what was held goes back to where it came from. The caller holds the locks. */
export async function giveBack(
  tx: Tx,
  clock: DatabaseClock,
  actor: Actor,
  withdrawal: WithdrawalRecord,
  decision: { action: string; title: string; reason: string | null },
): Promise<void> {
  const declined = { ...withdrawal, status: TRANSITIONS.decline.to }
  const act = newActId()
  await post(tx, { actor, act }, clock.now(), [
    {
      key: `withdrawal/${withdrawal.id}/given-back/${withdrawal.version + 1}`,
      kind: 'withdrawal given back',
      reference: { kind: 'withdrawal', id: withdrawal.id },
      entries: missingFrom(booksOf(requiredEntries(withdrawal)), booksOf(requiredEntries(declined))),
    },
  ])
  await decide(tx, clock, actor, withdrawal, {
    ...decision,
    act,
    changed: { status: declined.status, reason: decision.reason },
  })
}
