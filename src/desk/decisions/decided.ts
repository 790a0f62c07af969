import { useLocation, useNavigate } from '@tanstack/react-router'
import { useUser } from '#identity/web/session.ts'
import { decidedHere } from '#lists/web/leaving.ts'
import { refusalOf, type Step, type Steps } from '#lists/web/steps.ts'
import { stepBack } from '#ui/history-step.ts'
import { showToast } from '#ui/toast.ts'

/** What a decision answers; with the id of a request it waits for a second administrator. */
export type Told = { message: string; approval_id?: string }

const DONE: Record<Step | 'reject', string> = {
  view: 'Done',
  approve: 'Approved',
  decline: 'Declined',
  reject: 'Rejected',
  edit: 'Corrected',
  pay: 'Marked as paid',
}

/**
 * What follows a decision on a record of a list: a toast says what was done and leads back to it, and the next record of
 * the list as it is narrowed is open in its place, or none where none is left. A record that was corrected stays open.
 * Undefined outside a list.
 */
export function useDecided<Row extends { id: string }>(record: Row, steps: Steps<Row>) {
  const me = useUser()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { queue, kind, step = 'view' } = steps
  if (!queue) return undefined
  const { rows = [], nameOf, partiesOf, stillWaits, change } = queue
  const at = rows.findIndex(({ id }) => id === record.id)
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))]
  const next = step === 'edit' ? record : others.find((row) => me && !partiesOf(row).includes(me.id))

  const closeRecord = () => {
    if (hasPanelBefore()) stepBack()
    else void navigate({ to: '.', search: ({ panel: _, of: __, ...rest }) => rest, replace: true, resetScroll: false })
  }
  const goOn = () => (next ? steps.open(next) : closeRecord())
  // what was corrected may wait as before: then it stays selected
  const leaveSelection = async () => {
    if (step !== 'edit' || !(await stillWaits(record.id))) change(decidedHere([record.id]))
  }
  return ({ message, approval_id }: Told) => {
    // without an answer the selection finds out by itself
    leaveSelection().catch(() => {})
    const waits = approval_id !== undefined
    const name = nameOf(record)
    const last = next ? '' : ' Nothing else is left here.'
    showToast({
      waits,
      words: waits ? `${name}: ${message}` : `${DONE[step === 'decline' ? refusalOf(kind) : step]}: ${name}.${last}`,
      ...(next && next !== record && { next: `Now open: ${nameOf(next)}.` }),
      link: { label: 'Show', to: pathname, search: { ...search, panel: kind, of: record.id } },
    })
    // whoever has gone on to another record meanwhile stays there
    const now = new URLSearchParams(location.search)
    if (now.get('panel') !== `${step}-${kind}` || now.get('of') !== record.id) return
    if (step === 'edit') return steps.back()
    // out of the step first, so that closing the next record leads to the list and not into this one
    if (!hasPanelBefore()) return goOn()
    steps.back()
    addEventListener('popstate', () => setTimeout(goOn), { once: true })
  }
}

/** The panel was opened on the page before it, so that closing it is a step back. */
function hasPanelBefore(): boolean {
  return (history.state as { panel?: true } | null)?.panel === true
}
