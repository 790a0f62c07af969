import { recordAct } from '#audit/record.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { openInvestorAccounts } from '#ledger/accounts.ts'
import { announce } from '#notifications/notify.ts'
import { provenUser } from './gate.ts'
import { openSession } from './open-session.ts'
import { problemOfName } from './read-details.ts'
import { changeRegistration, lockRegistration, type RegistrationRow } from './store.ts'
import { addUser } from '#users/change-user.ts'
import type { UserRow } from '#users/find.ts'
import { isEmailTaken } from '#users/take-back.ts'
import type { OpenedSession } from './cookies.ts'

/**
 * Makes a user of a registration whose codes were found right: their accounts in the books, their first session.
 * 409 if it was done before, if the codes were renewed since, or if the e-mail was proved by another
 * registration meanwhile; 422 `errors.name` where the name was taken meanwhile: then `name` brings another.
 */
export async function verifyAccount(
  tx: Tx,
  clock: Clock,
  right: RegistrationRow,
  name: string | undefined,
  request: RequestFacts,
): Promise<{ user: UserRow; session: OpenedSession }> {
  const registration = await lockRegistration(tx, right.id)
  if (registration === undefined) throw new Error(`registration ${right.id} has gone`)
  if (registration.completed_at !== null) refuse('wrong state', 'This account is verified. Sign in.')
  if (registration.email_code_hash !== right.email_code_hash) {
    refuse('wrong state', 'New codes have been sent. Use those.')
  }
  const user = userOf(registration, name?.trim() ?? registration.name, clock.now())
  await refuseTaken(tx, user, clock.now())
  // Another verification may have come between: then the index refuses, and by now it shows what is taken.
  if (!(await addUser(tx, user))) {
    await refuseTaken(tx, user, clock.now())
    throw new Error(`user ${user.id} could not be made`)
  }
  await changeRegistration(tx, registration.id, { completed_at: clock.now() })
  await openInvestorAccounts(tx, clock, user.id)
  await recordAct(tx, clock, provenUser(user, request), {
    action: 'open account',
    subject: { kind: 'user', id: user.id },
    // no name and no address: they can be erased, and this cannot
    after: { inviter_id: user.inviter_id, terms_version: user.terms_version },
  })
  await announce(tx, null, 'users')
  return { user, session: await openSession(tx, clock, user, request) }
}

async function refuseTaken(tx: Tx, { name, email }: UserRow, now: Date): Promise<void> {
  if (await isEmailTaken(tx, email, now)) {
    refuse('wrong state', 'This email address already has an account. Sign in, or choose Forgot Password? there.')
  }
  const problem = await problemOfName(tx, name)
  if (problem !== null) refuseField('name', problem)
}

function userOf(registration: RegistrationRow, name: string, now: Date): UserRow {
  const { id, email, phone, country, password_hash, inviter_id, terms_version, terms_accepted_at } = registration
  return {
    id,
    name,
    email,
    phone,
    country,
    password_hash,
    password_set_at: registration.created_at,
    reset_required: false,
    reset_sent_at: null,
    blocked_at: null,
    blocked_reason: null,
    closed_at: null,
    roles: [],
    factors: [],
    kyc: 'none',
    identity_expires_on: null,
    identity_asked_at: null,
    inviter_id,
    terms_version,
    terms_accepted_at,
    picture_id: null,
    mail_word: null,
    withdrawals_paused_until: null,
    withdrawals_paused_for: null,
    created_at: now,
  }
}
