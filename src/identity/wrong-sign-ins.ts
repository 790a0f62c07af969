import { recordAct } from '#audit/record.ts'
import { type Clock, MINUTE } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { transaction } from '#kit/transaction.ts'
import { findUserByEmail } from '#users/find.ts'
import { programOf } from '#kit/device-in-words.ts'
import { countWrongSignIn, deleteWrongSignIn, keepWrongSignIn, takeWrongSignIn } from './wrong-sign-in-store.ts'

/** Between two lines about one account: four an hour at most, each with how often it was tried meanwhile. */
const BETWEEN_LINES = 15 * MINUTE

/** Counts a wrong password for an address, whether that has an account or not. */
export async function countWrong(
  tx: Tx,
  clock: Clock,
  email: string,
  { address, userAgent }: Pick<RequestFacts, 'address' | 'userAgent'>,
): Promise<void> {
  await countWrongSignIn(tx, { email, address, user_agent: userAgent, at: clock.now() })
}

/**
 * Writes a line of the audit log about what was counted first, where its address has an account. Answers whether there was
 * anything. Any number of processes may ask: each wrong password is told of once.
 */
export function recordWrongSignIns({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const counted = await takeWrongSignIn(tx, now)
    if (counted === undefined) return false
    const user = counted.times === 0 ? undefined : await findUserByEmail(tx, counted.email)
    if (user === undefined) {
      await deleteWrongSignIn(tx, counted.email)
      return true
    }
    await keepWrongSignIn(tx, counted.email, new Date(now.getTime() + BETWEEN_LINES))
    const actor = { job: 'wrong passwords', address: counted.address }
    await recordAct(tx, clock, actor, {
      action: 'wrong password',
      subject: { kind: 'user', id: user.id },
      after: { ...programOf(counted.user_agent), times: counted.times },
    })
    return true
  })
}
