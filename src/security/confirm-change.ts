import { settleNoSooner } from '#addresses/distrust.ts'
import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import { endFactorHelp } from '#factors/help/end-help.ts'
import { programOf } from '#kit/device-in-words.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import { textIfAllowed } from '#identity/text-budget.ts'
import { voidResetLinks } from '#identity/void-reset-links.ts'
import type { Investor } from '#kit/actor.ts'
import { type Clock, HOUR } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newSecret } from '#kit/ids.ts'
import { Refusal, refuse } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { UNDO_HOURS } from '#mail/rules.ts'
import { contactChanged, contactIsYours, emailChangedText } from '#mail/security-templates.ts'
import { changeUser } from '#users/change-user.ts'
import type { UserRow } from '#users/find.ts'
import { lockUser } from '#users/lock-user.ts'
import { isEmailTaken } from '#users/take-back.ts'
import { pauseWithdrawals } from '#users/pause-withdrawals.ts'
import { NO_CHANGE } from './check-change-code.ts'
import {
  type ContactChangeRow,
  type ContactKind,
  endTakeBacksFrom,
  isTaken,
  lockOpenChange,
  selectTakenFrom,
  updateContactChange,
} from './store.ts'

const TAKEN = 'This email address has an account by now. Choose another.'

/**
 * Makes the new address or number somebody's own, whose code was right. The old one is told, with a link that takes it back
 * for 72 hours, and so is the new one. 409 where it has become somebody else's, or another change has come between.
 */
export async function confirmChange(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  { right, appUrl }: { right: ContactChangeRow; appUrl: string },
  request: RequestFacts,
): Promise<void> {
  const now = clock.now()
  const user = await lockUser(tx, actor.userId)
  if (user === undefined) throw new Error(`user ${actor.userId} has gone`)
  const change = await lockOpenChange(tx, user.id, right.kind)
  if (change?.id !== right.id || change.old_value !== valueOf(user, change.kind)) refuse('wrong state', NO_CHANGE)
  const token = newSecret()
  const undoUntil = new Date(now.getTime() + UNDO_HOURS * HOUR)
  await updateContactChange(tx, change.id, { confirmed_at: now, undo_hash: hashToken(token), undo_until: undoUntil })
  const { kind, new_value, new_country } = change
  if (kind === 'email' && (await isEmailTaken(tx, new_value, now, user.id))) refuse('wrong state', TAKEN)
  // Back to whom it was taken from: who had it meanwhile takes nothing back, nor whoever has kept the link about the first.
  const first = await selectTakenFrom(tx, user.id, { kind, value: new_value, now })
  if (first !== undefined) await endTakeBacksFrom(tx, first, now)
  await settleNoSooner(tx, user.id, { begun: change.created_at, now, until: undoUntil })
  const changed = kind === 'email' ? { email: new_value } : { phone: new_value, country: new_country ?? user.country }
  await changeUser(tx, user.id, changed).catch((error: unknown) => {
    throw isTaken(error) ? new Refusal('wrong state', TAKEN) : error
  })
  const follows = await pauseWithdrawals(tx, clock, user.id, kind === 'email' ? 'e-mail changed' : 'phone changed')
  // Whoever moves the mailbox or the phone could keep its owner from the link that stops it.
  await endFactorHelp(tx, clock, actor, user.id, 'contact changed')
  // They went to the old address.
  if (kind === 'email') await voidResetLinks(tx, user.id, now)
  await recordAct(tx, clock, actor, {
    action: kind === 'email' ? 'change email' : 'change phone',
    subject: { kind: 'user', id: user.id },
    after: programOf(request.userAgent),
  })
  const link = first === undefined ? `${appUrl}/undo-change?token=${token}` : null
  await tell(tx, clock, actor, user, change, { link, follows })
}

function valueOf(user: UserRow, kind: ContactKind): string {
  return kind === 'email' ? user.email : user.phone
}

async function tell(
  tx: Tx,
  clock: Clock,
  actor: Investor,
  user: UserRow,
  { kind, old_value, new_value }: ContactChangeRow,
  { link, follows }: { link: string | null; follows: string | undefined },
): Promise<void> {
  const old = contactChanged(kind, { link, hours: UNDO_HOURS, follows })
  await enqueueMail(tx, clock, { receiver: user.email, ...old })
  if (kind === 'email') {
    await enqueueMail(tx, clock, { receiver: new_value, ...contactIsYours(kind, { follows }) })
    // whoever has the mailbox does not have the phone
    if (user.phone !== '') await textIfAllowed(tx, clock, user.phone, emailChangedText({ follows }))
  } else {
    if (old_value !== '') await textIfAllowed(tx, clock, old_value, old)
    await textIfAllowed(tx, clock, new_value, contactIsYours(kind, { follows }))
  }
  const title = kind === 'email' ? 'Email address' : 'Phone number'
  await tellOfCredential(tx, clock, user.id, { title, status_text: 'changed', status_color: 'green' })
  if (user.roles.length === 0) return
  await tellOwners(tx, clock, actor, {
    ...{ matter: 'roles', name: user.name, id: user.id, step: 'made', counted: false },
    changes: [{ field: 'sign_in', before: null, after: kind === 'email' ? 'email changed' : 'phone number changed' }],
  })
}
