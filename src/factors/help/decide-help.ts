import { tellOwners } from '#approvals/tell-owners.ts'
import { recordAct } from '#audit/record.ts'
import { lockForCredential } from '#identity/lock-for-credential.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken, newSecret } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import { enqueueMail, enqueueText } from '#mail/enqueue.ts'
import { helpRefused, helpStarted, helpStartedAgainText, helpStartedText } from '#mail/factor-templates.ts'
import type { UserRow } from '#users/find.ts'
import { momentInWords } from '#users/pause-rules.ts'
import { LOST_FACTOR } from './end-help.ts'
import { stopLink } from './stop-link.ts'
import { beginWait, closeHelp, countPictures, endedBefore, type HelpRow, noteTold, selectHelp } from './store.ts'
import { whyNotStart } from './why-not-start.ts'

type Decision = { id: string; reason: string }

/**
 * Begins the 72 hours after which all factors of somebody who has asked are removed, and tells them by mail and text how to
 * stop it. 404; 403 for one's own and, but for an owner, an administrator's; 409 once begun or over, and for who has not
 * looked at every picture of the approved identity check since they asked: only then can they have been recognised.
 */
export async function startFactorWait(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  { id, reason, appUrl }: Decision & { appUrl: string },
): Promise<Date> {
  const { help, user } = await lockGoing(tx, actor, id)
  const pictures = await countPictures(tx, help, actor.userId)
  const whyNot = whyNotStart({ state: help.state, user, pictures })
  if (whyNot !== null) refuse('wrong state', whyNot)
  const token = newSecret()
  const endsAt = await beginWait(tx, help.id, { decided_by: actor.userId, started_hash: hashToken(token) })
  await recordAct(tx, clock, actor, {
    ...{ action: 'start factor wait', subject: { kind: 'user', id: user.id } },
    ...{ before: { status: 'open' }, after: { status: 'waiting', ends_at: endsAt.toISOString() }, reason },
  })
  if (user.roles.length > 0) {
    await tellOwners(tx, clock, actor, {
      ...{ matter: 'roles', name: user.name, id: user.id, step: 'made' },
      changes: [{ field: 'sign_in', before: null, after: 'second factors to be removed after 72 hours' }],
    })
  }
  await tellOfCredential(tx, clock, user.id, {
    ...{ title: LOST_FACTOR, status_text: 'wait started', status_color: 'red' },
  })
  const wait = { link: stopLink(appUrl, token), until: momentInWords(endsAt) }
  const told = [await enqueueMail(tx, clock, { receiver: user.email, ...helpStarted(wait) })]
  // Whoever has only the mailbox does not have the phone. A spent budget of texts must not silence it.
  const text = (await endedBefore(tx, help)) === null ? helpStartedText(wait) : helpStartedAgainText(wait)
  if (user.phone !== '') told.push(await enqueueText(tx, clock, { receiver: user.phone, ...text }))
  await noteTold(tx, help.id, told)
  return endsAt
}

/** Refuses a request, before the wait or during it, with the reason that its owner is mailed. Refused as above. */
export async function refuseFactorHelp(
  tx: Tx,
  clock: Clock,
  actor: Administrator,
  { id, reason }: Decision,
): Promise<void> {
  const { help, user } = await lockGoing(tx, actor, id)
  await closeHelp(tx, help.id, { state: 'refused', over_at: clock.now(), decided_by: actor.userId })
  await recordAct(tx, clock, actor, {
    ...{ action: 'refuse factor help', subject: { kind: 'user', id: user.id } },
    ...{ before: { status: help.state }, after: { status: 'refused' }, reason },
  })
  await tellOfCredential(tx, clock, user.id, {
    ...{ title: LOST_FACTOR, status_text: 'request refused', status_color: 'red' },
  })
  await enqueueMail(tx, clock, { receiver: user.email, ...helpRefused({ reason }) })
}

/** The lock on the user stands for their request, as it does for their factors. */
async function lockGoing(tx: Tx, actor: Administrator, id: string): Promise<{ help: HelpRow; user: UserRow }> {
  const found = await selectHelp(tx, id)
  if (found === undefined) refuse('not found', 'There is no such request.')
  if (found.user_id === actor.userId) {
    refuse('not allowed', 'You can’t decide on your own request. Another administrator has to.')
  }
  const user = await lockForCredential(tx, actor, found.user_id)
  const help = await selectHelp(tx, id)
  if (help === undefined || help.over_at !== null) refuse('wrong state', 'This request is over.')
  return { help, user }
}
