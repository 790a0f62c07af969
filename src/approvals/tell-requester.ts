import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { enqueueTelling } from '#mail/enqueue.ts'
import { requestEnded } from '#mail/owner-templates.ts'
import { showUsd } from '#money/show.ts'
import type { SubjectKind } from '#notifications/contract.ts'
import { notify } from '#notifications/notify.ts'
import type { ApprovalSubject } from './contract.ts'
import { requestHeading, SUBJECT_NAMES, requestTitle } from './rules.ts'
import { selectAdministrator, selectRequesterEmail, type ApprovalRow } from './store.ts'
import { changeLine } from './tell-owners.ts'

/** What of the desk shows it, where that is not the record itself. */
const ABOUT: Readonly<Record<ApprovalSubject, SubjectKind>> = {
  ...{ investment: 'investment', withdrawal: 'withdrawal', referral: 'referral', plan: 'plan', setting: 'setting' },
  ...{ wallet: 'wallet', funds: 'funds', reserve: 'funds', balance: 'user', roles: 'user', invitation: 'invitation' },
}

const ENDS = {
  agreed: { title: 'Your request was agreed to', colour: 'green' },
  refused: { title: 'Your request was refused', colour: 'red' },
  expired: { title: 'Your request has expired', colour: 'grey' },
  overtaken: { title: 'Your request has ended', colour: 'grey' },
} as const

type End =
  | { end: 'agreed' | 'refused'; by: string; reason: string | null }
  | { end: 'expired' }
  /** what has become of the record meanwhile */
  | { end: 'overtaken'; reason: string }

/**
 * Tells who asked what has become of their request: by notification, and by mail where nothing has come of it, since they
 * may not be at the desk.
 */
export async function tellRequester(tx: Tx, clock: Clock, approval: ApprovalRow, news: End): Promise<void> {
  const { asked_by, subject_kind, subject_id, name, concerns, changes, moved } = approval
  const { title, colour } = ENDS[news.end]
  const whose = concerns === null ? undefined : (await selectAdministrator(tx, concerns))?.name
  await notify(tx, clock, asked_by, 'approvals', {
    icon: 'approval',
    title,
    bold_value: moved === null ? requestHeading(approval, whose) : showUsd(moved),
    status_color: colour,
    status_text: inWords(news),
    subject: { kind: ABOUT[subject_kind], id: subject_id },
  })
  if (news.end === 'agreed') return
  const named = SUBJECT_NAMES[subject_kind]
  const letter = requestEnded({
    subject: title,
    what: whose === undefined ? requestTitle(approval) : requestHeading(approval, whose),
    changes: [...(named && name !== null ? [`${named}: ${name}`] : []), ...changes.map(changeLine)],
    ...(news.end === 'refused' && { refused: { by: news.by, reason: news.reason ?? '' } }),
    ...(news.end === 'overtaken' && { meanwhile: news.reason }),
  })
  await enqueueTelling(tx, clock, { receiver: await selectRequesterEmail(tx, asked_by), ...letter })
}

function inWords(news: End): string {
  if (news.end === 'expired') return 'Nobody agreed in time'
  return news.end === 'overtaken' ? news.reason : (news.reason ?? `by ${news.by}`)
}
