import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Database } from '#kit/database.ts'
import { refuseField } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { readTransaction } from '#kit/transaction.ts'
import type { Passwords } from '#identity/passwords.ts'
import { provePassword } from '#identity/prove-password.ts'
import { findUser } from '#users/find.ts'

/**
 * Asks whoever has no second factor for their password. Whoever has one has proved it at the gate. Should one be added
 * meanwhile, that ends this session, or was done in it.
 */
export async function refuseWithoutProof(
  house: { db: Database; clock: Clock; passwords: Passwords },
  actor: Investor,
  password: string | undefined,
  request: RequestFacts,
): Promise<void> {
  const user = await readTransaction(house.db, (tx) => findUser(tx, actor.userId))
  if (user !== undefined && user.factors.length > 0) return
  if (password === undefined || password === '') refuseField('password', 'Enter your password.')
  await house.passwords.inTurn(request.address, (turn) =>
    provePassword(house, turn, actor, { field: 'password', password }, request),
  )
}
