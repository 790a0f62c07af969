import type { Investment } from '#investments/contract.ts'
import { besidesWhom } from '#kit/cancelled-rules.ts'
import * as text from '#texts/story.ts'
import type { Withdrawal } from '#withdrawals/contract.ts'
import type { StoryLine as Line } from '#statements/contract.ts'

/** The records behind the postings, as far as they are here. */
export type Records = { investments: readonly Investment[]; withdrawals: readonly Withdrawal[] }

export type Decision = { title: string; by: Line['by']; reason: string | null; at: string }

/** A posting is written a moment after the decision that it follows from. */
const MOMENT = 5000

/** What was decided about a record until it was posted, oldest first: what, by whom, why, when. */
export function decisionsOf({ cause, at }: Pick<Line, 'cause' | 'at'>, records: Records | undefined): Decision[] {
  const latest = Date.parse(at) + MOMENT
  return historyOf(cause, records)
    .filter((act) => Date.parse(act.at) <= latest)
    .map(({ before, after, by, reason, at: when }) => {
      // that an investor has cancelled says the title
      return { title: titleOf(before, after, by), by, reason: besidesWhom(reason), at: when }
    })
}

type Act = Investment['history'][number] | Withdrawal['history'][number]

function historyOf(cause: Line['cause'], records: Records | undefined): readonly Act[] {
  const list = cause.kind === 'investment' ? records?.investments : records?.withdrawals
  return list?.find(({ id }) => id === cause.id)?.history ?? []
}

function titleOf(before: Act['before'], after: Act['after'], by: Act['by']): string {
  if (before?.status === after.status) return text.corrected
  if (after.status === 'waiting approval' && by !== 'investor') return text.backToWaiting
  if (after.status === 'declined' && by === 'investor') return text.cancelled
  return text.reached[after.status]
}
