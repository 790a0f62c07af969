import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { enqueueTelling } from '#mail/enqueue.ts'
import { requestEnded } from '#mail/templates.ts'
import { showUsd } from '#money/show.ts'
import { notify } from '#notifications/notify.ts'
import { titleOf } from './rules.ts'
import { selectAdministrator, selectAskersAddress, type ApprovalRow } from './store.ts'
import { inALine } from './tell-owners.ts'

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
export async function tellAsker(tx: Tx, clock: Clock, approval: ApprovalRow, news: End): Promise<void> {
  const { asked_by, kind, concerns, changes, moved } = approval
  const { title, colour } = ENDS[news.end]
  await notify(tx, clock, asked_by, 'approvals', {
    icon: 'approval',
    title,
    bold_value: moved === null ? kind : showUsd(moved),
    status_color: colour,
    status_text: news.end === 'expired' ? 'Nobody agreed in time' : (news.reason ?? `by ${news.by}`),
  })
  if (news.end === 'agreed') return
  const whose = concerns === null ? undefined : (await selectAdministrator(tx, concerns))?.name
  const letter = requestEnded({
    subject: title,
    what: whose === undefined ? titleOf(approval) : `${titleOf(approval)} of ${whose}`,
    changes: changes.map(inALine),
    ...(news.end === 'refused' && { refused: { by: news.by, reason: news.reason ?? '' } }),
  })
  await enqueueTelling(tx, clock, { receiver: await selectAskersAddress(tx, asked_by), ...letter })
}
