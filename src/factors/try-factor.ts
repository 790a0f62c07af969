import { recordOftenAbout } from '#audit/record-often.ts'
import type { FactorKind, Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { programOf } from '#kit/device-in-words.ts'
import { countAttempt, isWithin, type Limit, uncountAttempt } from '#kit/limit.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { transaction } from '#kit/transaction.ts'
import { notify } from '#notifications/notify.ts'
import { TOO_MANY_TRIES, tellingOfCodes, unreportedCodes } from './limits.ts'
import { type ShownProof, WrongCode } from './prove.ts'

/** Who shows a proof: somebody in their session, or whoever has typed the right password. */
type Trier = { actor: Investor } | { userId: string; request: Pick<RequestFacts, 'address' | 'userAgent'> }

/**
 * Does what a proof is for, in `work`, which checks it; counts a code before it is looked at and takes that back when it
 * was right, so that codes that come together do not get past the limit. 429 beyond it. What a passkey signs needs none:
 * nobody guesses it.
 */
export async function tryFactor<T>(
  { db, clock }: { db: Database; clock: Clock },
  { proof, by, limits }: { proof: ShownProof; by: Trier; limits: readonly Limit[] },
  work: (settle: (tx: Tx) => Promise<void>) => Promise<T>,
): Promise<T> {
  if (proof.kind === 'passkey') return work(async () => {})
  await transaction(db, (tx) => countAttempt(tx, clock, limits, TOO_MANY_TRIES))
  try {
    return await work((tx) => uncountAttempt(tx, clock, limits))
  } catch (error) {
    if (error instanceof WrongCode) await transaction(db, (tx) => noteWrongCode(tx, clock, by, proof.kind))
    throw error
  }
}

/**
 * Leaves a line in the audit log, after the third of an hour only now and then. From the fifth wrong code of a day on its
 * owner is told, once a day: whoever gets to enter one knows the password.
 */
async function noteWrongCode(tx: Tx, clock: Clock, by: Trier, what: FactorKind): Promise<void> {
  const userId = 'actor' in by ? by.actor.userId : by.userId
  if ('actor' in by) await recordOftenAbout(tx, clock, by.actor, { userId, action: 'wrong code', what })
  else {
    // who knows the password need not be its owner
    const stranger = { job: 'wrong codes', address: by.request.address }
    const facts = programOf(by.request.userAgent)
    await recordOftenAbout(tx, clock, stranger, { userId, action: 'wrong code after password', what, facts })
  }
  if (await isWithin(tx, clock, unreportedCodes(userId))) return
  if (!(await isWithin(tx, clock, tellingOfCodes(userId)))) return
  await notify(tx, clock, userId, 'identity', {
    ...{ icon: 'security', title: 'Wrong codes', bold_value: '' },
    ...{ status_text: 'entered for your account', status_color: 'red' },
  })
}
