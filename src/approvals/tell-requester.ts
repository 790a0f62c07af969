import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { enqueueTelling } from '#mail/enqueue.ts'
import { requestEnded } from '#mail/owner-templates.ts'
import { showUsd } from '#money/show.ts'
import { notify } from '#notifications/notify.ts'
import { requestHeading, SUBJECT_NAMES, requestTitle } from './rules.ts'
import { selectAdministrator, selectRequesterEmail, type ApprovalRow } from './store.ts'
import { changeLine } from './tell-owners.ts'

const ENDS = {
  agreed: { title: 'Your request was agreed to', colour: 'green' },
  refused: { title: 'Your request was refused', colour: 'red' },
  expired: { title: 'Your request has expired', colour: 'grey' },
} as const

type End = { end: 'agreed' | 'refused'; by: string; reason: string | null } | { end: 'expired' }

/**
 * Tells who asked what has become of their request: by notification, and by mail where nothing has come of it, since the
 * desk shows no notifications.
 */
export async function tellRequester(tx: Tx, clock: Clock, approval: ApprovalRow, news: End): Promise<void> {
  const { asked_by, subject_kind, name, concerns, changes, moved } = approval
  const { title, colour } = ENDS[news.end]
  const whose = concerns === null ? undefined : (await selectAdministrator(tx, concerns))?.name
  await notify(tx, clock, asked_by, 'approvals', {
    icon: 'approval',
    title,
    bold_value: moved === null ? requestHeading(approval, whose) : showUsd(moved),
    status_color: colour,
    status_text: news.end === 'expired' ? 'Nobody agreed in time' : (news.reason ?? `by ${news.by}`),
  })
  if (news.end === 'agreed') return
  const named = SUBJECT_NAMES[subject_kind]
  const letter = requestEnded({
    subject: title,
    what: whose === undefined ? requestTitle(approval) : requestHeading(approval, whose),
    changes: [...(named && name !== null ? [`${named}: ${name}`] : []), ...changes.map(changeLine)],
    ...(news.end === 'refused' && { refused: { by: news.by, reason: news.reason ?? '' } }),
  })
  await enqueueTelling(tx, clock, { receiver: await selectRequesterEmail(tx, asked_by), ...letter })
}
