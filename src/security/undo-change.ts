import { holdRequestsOf } from '#approvals/close-requests.ts'
import { tellOwners } from '#approvals/tell-owners.ts'
import { newestOn } from '#audit/read.ts'
import { recordAct } from '#audit/record.ts'
import { eraseFactorsSince } from '#factors/erase.ts'
import { endFirstFactorLinks, firstFactorOfLink, openFirstFactorLinks } from '#factors/first-factor-link.ts'
import { lostGuardSince } from '#factors/guard.ts'
import { factorsOf } from '#factors/read.ts'
import { endFactorHelp } from '#factors/help/end-help.ts'
import { programOf } from '#kit/device-in-words.ts'
import { putOut } from '#identity/end-sessions.ts'
import { provenUser } from '#identity/gate.ts'
import { mailResetLink } from '#identity/mail-reset-link.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import { voidResetLinks } from '#identity/void-reset-links.ts'
import { type Clock, HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken } from '#kit/ids.ts'
import { Refusal, refuse } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { takeBackChecks } from '#kyc/take-back-checks.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { UNDO_HOURS } from '#mail/rules.ts'
import { contactTakenBack, whyReset } from '#mail/security-templates.ts'
import { closeDevices } from '#notifications/unsubscribe.ts'
import { changeUser } from '#users/change-user.ts'
import { findUser, type UserRow } from '#users/find.ts'
import { lockUser } from '#users/lock-user.ts'
import { pauseWithdrawals } from '#users/pause-withdrawals.ts'
import { openTakeBack } from '#users/take-back.ts'
import { endWhatWasBegun } from './end-what-was-begun.ts'
import { type ContactChangeRow, isTaken, selectByUndo, undoChangesSince } from './store.ts'

const NO_LONGER_GOOD =
  'This link no longer works: it was used, or 72 hours have passed. Write to Support if you need help.'
const WHY_CHECKS = 'The account was taken back, so hand your documents in again.'

/** What a link takes back: all that was confirmed since a moment, in an account where it began a little before. */
type Start = { of: 'contact change' | 'factor'; userId: string; since: Date; begun: Date }

/**
 * Takes an account back by the link about a change of e-mail address or phone number, or about its first second factor:
 * whoever has it was the owner before. All changes of contact details that were confirmed since then are set back.
 * Addresses and identity checks of the 72 hours before it are gone as well, and factors (`whatIsTaken`): they may have come
 * first. All sessions end, and the password is good for nothing until another was chosen by the link that goes to the
 * address which is theirs again. No withdrawal that is not paid yet is approved or paid for 24 hours: whoever had taken the
 * account may have asked for it, and its owner can cancel it. 422 for a link that does not work, 409 where the address has
 * another account.
 */
export async function undoChange(
  tx: Tx,
  clock: Clock,
  { token, appUrl }: { token: string; appUrl: string },
  request: RequestFacts,
): Promise<void> {
  const now = clock.now()
  const found = await startOf(tx, token, now)
  await holdRequestsOf(tx, found.userId)
  const user = await lockUser(tx, found.userId)
  // another link may have come first
  const start = await startOf(tx, token, now)
  if (user === undefined) refuse('bad input', NO_LONGER_GOOD)
  const taken = await whatIsTaken(tx, user.id, start, now)
  const undone = await undoChangesSince(tx, user.id, taken.since, now)
  await endFirstFactorLinks(tx, taken.links, now)
  await changeUser(tx, user.id, { ...before(undone), reset_required: true, mail_word: null }).catch(
    (error: unknown) => {
      throw isTaken(error)
        ? new Refusal('wrong state', 'Your old email address has another account by now. Write to Support.')
        : error
    },
  )
  const follows = await pauseWithdrawals(tx, clock, user.id, 'recovery')
  const factors = taken.factors ? await eraseFactorsSince(tx, user.id, taken.reach) : 0
  await endFactorHelp(tx, clock, provenUser(user, request), user.id, 'taken back')
  await voidResetLinks(tx, user.id, now)
  await endWhatWasBegun(tx, user.id, now, taken.reach)
  await takeBackChecks(tx, clock, provenUser(user, request), user, { since: taken.reach, why: WHY_CHECKS })
  await leaveTraces(tx, clock, user, { of: start.of, undone, factors }, request)
  await putOut(tx, clock, provenUser(user, request), { user, why: `${user.name} has taken their account back.` })
  const restored = await findUser(tx, user.id)
  if (restored !== undefined && restored.blocked_at === null) {
    await mailResetLink(tx, clock, restored, { appUrl, why: whyReset({ follows }) })
  }
}

/** 422 for a link that takes nothing back, or no longer. */
async function startOf(tx: Tx, token: string, now: Date): Promise<Start> {
  const change = await selectByUndo(tx, hashToken(token))
  if (change !== undefined && isGood(change, now) && change.confirmed_at !== null) {
    return { of: 'contact change', userId: change.user_id, since: change.confirmed_at, begun: change.created_at }
  }
  const factor = await firstFactorOfLink(tx, token, now)
  if (factor === undefined) refuse('bad input', NO_LONGER_GOOD)
  return { of: 'factor', userId: factor.user_id, since: factor.since, begun: factor.since }
}

/**
 * What goes with it: changes of contact details `since` a moment, and what was saved since `reach`, 72 hours before. The
 * `factors` as well: whoever changed the address or the number may have added one first, so that the links about first
 * factors end with them. But not where that would leave an account without any which one guarded before: its owner has
 * replaced it since, and a mailbox that somebody reads must not pass it. Nor where a newer link took its place (`isOutdated`).
 */
async function whatIsTaken(tx: Tx, userId: string, start: Start, now: Date) {
  const before72 = (moment: Date) => new Date(moment.getTime() - UNDO_HOURS * HOUR)
  const first = before72(start.begun)
  const keepsOne = (await factorsOf(tx, userId)).some(({ created_at }) => new Date(created_at) < first)
  const factors =
    start.of === 'factor' ||
    (!(await isOutdated(tx, userId, start, now)) && (keepsOne || !(await lostGuardSince(tx, userId, first))))
  const links = factors ? await openFirstFactorLinks(tx, userId, { since: first, now }) : []
  return {
    ...{ factors, links, since: oldest([start, ...links]) },
    reach: before72(oldest([{ since: start.begun }, ...links])),
  }
}

/**
 * Whether the factors of an account are newer than what a link about its phone number can be about: another password was
 * chosen since, by a link to a mailbox that had not moved, and a first factor added then, with a link of its own. Whoever
 * has read the mailbox before and kept the older link would take away the owner's factor with it.
 */
async function isOutdated(tx: Tx, userId: string, { since }: Start, now: Date): Promise<boolean> {
  const moved = await openTakeBack(tx, userId, now)
  if (moved?.email !== null) return false
  const lines = await newestOn(tx, [userId], { action: 'reset password', most: 1 })
  const chosen = new Date(lines.get(userId)?.[0]?.at ?? 0)
  return chosen >= since && (await openFirstFactorLinks(tx, userId, { since: chosen, now })).length > 0
}

function oldest(links: readonly { since: Date }[]): Date {
  return new Date(Math.min(...links.map(({ since }) => since.getTime())))
}

function isGood({ undo_until, undone_at }: ContactChangeRow, now: Date): boolean {
  return undo_until !== null && undo_until > now && undone_at === null
}

/** What stood before the first change of each kind. */
function before(undone: readonly ContactChangeRow[]) {
  const email = undone.find(({ kind }) => kind === 'email')
  const phone = undone.find(({ kind }) => kind === 'phone')
  return {
    ...(email && { email: email.old_value }),
    ...(phone && { phone: phone.old_value, country: phone.old_country ?? '' }),
  }
}

async function leaveTraces(
  tx: Tx,
  clock: Clock,
  user: UserRow,
  { of, undone, factors }: { of: Start['of']; undone: readonly ContactChangeRow[]; factors: number },
  request: RequestFacts,
): Promise<void> {
  const actor = provenUser(user, request)
  await recordAct(tx, clock, actor, {
    action: of === 'factor' ? 'take back factor' : 'take back contact change',
    subject: { kind: 'user', id: user.id },
    after: {
      ...programOf(request.userAgent),
      kinds: [...new Set(undone.map(({ kind }) => kind))],
      factors_removed: factors,
    },
  })
  if (user.roles.length > 0) {
    await tellOwners(tx, clock, actor, {
      ...{ matter: 'roles', name: user.name, id: user.id, step: 'made', counted: false },
      changes: [{ field: 'sign_in', before: null, after: 'account taken back' }],
    })
  }
  const title = of === 'factor' ? 'Account' : 'Contact details'
  await tellOfCredential(tx, clock, user.id, { title, status_text: 'taken back', status_color: 'red' })
  if (factors > 0) {
    await tellOfCredential(tx, clock, user.id, { title: 'Second factors', status_text: 'removed', status_color: 'red' })
  }
  await closeDevices(tx, clock, user.id)
  const receivers = new Set(undone.filter(({ kind }) => kind === 'email').map(({ new_value }) => new_value))
  for (const receiver of receivers) await enqueueMail(tx, clock, { receiver, ...contactTakenBack() })
}
