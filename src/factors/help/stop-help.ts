import { recordAct } from '#audit/record.ts'
import { provenUser } from '#identity/gate.ts'
import { tellOfCredential } from '#identity/tell-of-credential.ts'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { hashToken } from '#kit/ids.ts'
import { refuse } from '#kit/refusal.ts'
import type { RequestFacts } from '#kit/routes.ts'
import { enqueueMail } from '#mail/enqueue.ts'
import { helpStopped } from '#mail/factor-templates.ts'
import { lockUser } from '#users/lock-user.ts'
import { LOST_FACTOR } from './end-help.ts'
import { closeHelp, type HelpRow, selectHelpOfLink } from './store.ts'

const UNKNOWN = 'This link isn’t one of ours. Open the whole link from the message.'
const OVER: Readonly<Record<Exclude<HelpRow['state'], 'open' | 'waiting'>, string>> = {
  done: 'It is too late: the second factors were removed. If it was not you, choose a new password now and write to Support.',
  refused: 'There is nothing to stop: an administrator has refused the request.',
  stopped: 'The request was stopped already.',
  ended: 'There is nothing to stop: the request has ended by itself.',
}

/** What has become of the request that a link stops, for whoever has the link; null while it can be stopped. */
export async function overByLink(tx: Tx, token: string): Promise<{ stopped: boolean; message: string } | null> {
  const help = await selectHelpOfLink(tx, hashToken(token))
  if (help === undefined) return { stopped: false, message: UNKNOWN }
  if (help.state === 'open' || help.state === 'waiting') return null
  return { stopped: help.state === 'stopped', message: OVER[help.state] }
}

/**
 * Stops a request for help with lost factors by the link of a mail or text message, before the wait or during it: whoever
 * has it is the owner of the account. 422 for what is no such link, 409 once the request is over.
 */
export async function stopFactorHelp(
  tx: Tx,
  clock: Clock,
  { token, appUrl }: { token: string; appUrl: string },
  request: Pick<RequestFacts, 'address' | 'userAgent'>,
): Promise<void> {
  const found = await selectHelpOfLink(tx, hashToken(token))
  const user = found && (await lockUser(tx, found.user_id))
  // it may have come to its end before the lock was held
  const help = await selectHelpOfLink(tx, hashToken(token))
  if (user === undefined || help === undefined) refuse('bad input', UNKNOWN)
  if (help.state !== 'open' && help.state !== 'waiting') refuse('wrong state', OVER[help.state])
  // the link of when the wait began went to the phone as well, which may be stolen
  const by_holder = help.started_hash === hashToken(token)
  await closeHelp(tx, help.id, { state: 'stopped', over_at: clock.now(), by_holder })
  await recordAct(tx, clock, provenUser(user, request), {
    ...{ action: 'stop factor help', subject: { kind: 'user', id: user.id } },
    ...{ before: { status: help.state }, after: { status: 'stopped' } },
  })
  await tellOfCredential(tx, clock, user.id, {
    ...{ title: LOST_FACTOR, status_text: 'request stopped', status_color: 'green' },
  })
  await enqueueMail(tx, clock, { receiver: user.email, ...helpStopped({ link: `${appUrl}/forgot-password` }) })
}
