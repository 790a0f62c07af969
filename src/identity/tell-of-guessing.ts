import type { Clock } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import { newId } from '#kit/ids.ts'
import { isWithin } from '#kit/limit.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { transaction } from '#kit/transaction.ts'
import { notify } from '#notifications/notify.ts'
import { tellingLimit, unreportedFailures } from './limits.ts'
import { insertGuessingReport, takeGuessingReport } from './strangers-store.ts'
import { countWrong } from './wrong-sign-ins.ts'
import { findUserByEmail } from '#users/find.ts'

/**
 * Notes that a wrong password was typed. From the tenth within a day on its owner is told, at most once a day. Here that
 * is written down and nothing else, so that the work does not depend on whether the address has an account.
 */
export async function noteWrongPassword(
  tx: Tx,
  clock: Clock,
  email: string,
  request: Pick<RequestFacts, 'address' | 'userAgent'>,
): Promise<void> {
  await countWrong(tx, clock, email, request)
  if (await isWithin(tx, clock, unreportedFailures(email))) return
  if (!(await isWithin(tx, clock, tellingLimit(email)))) return
  await insertGuessingReport(tx, { id: newId(), email, created_at: clock.now() })
}

/**
 * Tells the owner of what was written down first, where the address has one. Answers whether there was anything. Any
 * number of processes may ask: everybody is told once.
 */
export function tellOfGuessing({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  return transaction(db, async (tx) => {
    const report = await takeGuessingReport(tx)
    const user = report && (await findUserByEmail(tx, report.email))
    if (user !== undefined) {
      await notify(tx, clock, user.id, 'identity', {
        icon: 'security',
        title: 'Wrong passwords',
        bold_value: '',
        status_text: 'tried for your account',
        status_color: 'red',
      })
    }
    return report !== undefined
  })
}
