import { recordAct } from '#audit/record.ts'
import { pseudonymOf, retireName } from '#identity/closed-names.ts'
import { eraseFactors } from '#factors/erase.ts'
import { endFactorHelp } from '#factors/help/end-help.ts'
import { programOf } from '#kit/device-in-words.ts'
import { endSessions } from '#identity/end-sessions.ts'
import { passGateAgain } from '#identity/gate.ts'
import { lockProven } from '#identity/prove-password.ts'
import type { Investor } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { eraseIdentity } from '#kyc/erase-claims.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { accountClosed } from '#mail/security-templates.ts'
import { microUsd } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { announce } from '#notifications/notify.ts'
import { investorBalances } from '#overview/balance.ts'
import { changeUser } from '#users/change-user.ts'
import type { UserRow } from '#users/find.ts'
import { eraseTraces, selectOpen } from './closing-store.ts'

/** Less than a cent cannot be paid out. It stays in the books. */
const A_CENT = microUsd(10_000n)

/**
 * Closes the account of somebody who has proved their password: nobody signs in to it again. What the law asks for stays,
 * under a name that says nothing of them: the books, the decisions, the audit log, and the addresses in records. The rest
 * is erased, and their username is nobody's again. 409 while anything is owed or open; 403 for an administrator.
 */
export async function closeAccount(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  { proven }: { proven: UserRow },
  request: RequestFacts,
): Promise<void> {
  const user = await lockProven(tx, proven)
  // it may have been ended while the password was looked at
  await passGateAgain(tx, actor)
  if (user.roles.length > 0) {
    refuse('not allowed', 'An administrator’s account cannot be closed. Have an owner take your roles first.')
  }
  const inTheWay = await whatIsOpen(tx, user.id)
  if (inTheWay !== null) refuse('wrong state', `Your account cannot be closed yet. ${inTheWay}`)
  const now = clock.now()
  await recordAct(tx, clock, actor, {
    action: 'close account',
    subject: { kind: 'user', id: user.id },
    after: programOf(request.userAgent),
  })
  await endFactorHelp(tx, clock, actor, user.id, 'closed')
  await endSessions(tx, { user_id: user.id }, now)
  await retireName(tx, user.name)
  await changeUser(tx, user.id, {
    ...{ name: pseudonymOf(user.id), email: `${pseudonymOf(user.id)}@closed.invalid`, phone: '', country: '' },
    ...{ password_hash: '', picture_id: null, mail_word: null, closed_at: now },
    ...{ identity_expires_on: null, identity_asked_at: null },
  })
  await eraseFactors(tx, user.id)
  await eraseIdentity(tx, clock, actor, user.id)
  // the database lets go of what is a closed account's
  await eraseTraces(tx, user, actor.sessionId)
  await announce(tx, null, 'users')
  await enqueueMail(tx, clock, { receiver: user.email, ...accountClosed() })
}

/** What has to come to its end first, in a sentence, or null. What is left of a bonus balance is given up. */
async function whatIsOpen(tx: Tx, userId: string): Promise<string | null> {
  const open = await selectOpen(tx, userId)
  if (open.investments) return 'An investment of yours has not ended. Cancel it if it is unpaid, else wait for its end.'
  if (open.withdrawals) return 'A withdrawal of yours has not been paid. Wait for it, or cancel it.'
  if (open.bonuses) return 'A referral bonus of yours has not been settled.'
  if (open.held) return 'Money that you paid is held for you. Write to Support to have it paid back.'
  if (open.waiting) return 'A decision about your account waits for a second administrator.'
  const { earnings, referral, invested, withdrawing } = await investorBalances(tx, userId)
  const left = microUsd(earnings + referral)
  if (earnings >= A_CENT || referral >= A_CENT) return `Withdraw your balance of ${showUsd(left)} first.`
  return invested !== 0n || withdrawing !== 0n ? 'Something of your money has not been settled.' : null
}
