import { keepRecord, useKeptRecord } from '#ui/kept-record.ts'
import { usePanel } from '#ui/panel-url.ts'
import type { Chosen } from './selection.ts'

export type Step = 'view' | 'approve' | 'decline' | 'edit' | 'pay'

/** The list that a record is decided in: after each decision the next of its rows is opened. */
export type StepQueue<Row> = {
  rows: readonly Row[] | undefined
  nameOf: (row: Row) => string
  /** The ids of those who have a part in it, and so no say. */
  partiesOf: (row: Row) => readonly string[]
  /** Whether a record can still be approved or declined, asked of the server. */
  stillWaits: (id: string) => Promise<boolean>
  /** Changes what is selected of the list. */
  change: (to: (now: Chosen<Row>) => Chosen<Row>) => void
}

/** What refusing a record is called: identity checks are rejected, all else is declined. */
export function refusalOf(kind: string): 'reject' | 'decline' {
  return kind.startsWith('identity') ? 'reject' : 'decline'
}

/** What stands over a step: `Investment`, `Approve investment`. */
export function stepTitle(kind: string, step: Step = 'view'): string {
  const words = kind.replace('-', ' ')
  if (step === 'pay') return `Mark ${words} as paid`
  const title = step === 'view' ? words : `${step === 'decline' ? refusalOf(kind) : step} ${words}`
  return title.slice(0, 1).toUpperCase() + title.slice(1)
}

/**
 * A record that is open in a panel and what is being done with it, each step in the address (`?panel=approve-investment&of=id`)
 * so that Back goes one step back. The record is kept on this device when it is opened.
 */
export function useSteps<Row extends { id: string }>(kind: string, rows: readonly Row[] | undefined) {
  const view = usePanel(kind)
  const approve = usePanel(`approve-${kind}`)
  const decline = usePanel(`decline-${kind}`)
  const edit = usePanel(`edit-${kind}`)
  const pay = usePanel(`pay-${kind}`)
  const panels = { view, approve, decline, edit, pay }
  const step = (Object.keys(panels) as Step[]).find((name) => panels[name].open)
  const of = step && panels[step].of
  const kept = useKeptRecord<Row>(kind)
  return {
    kind,
    step,
    of,
    /** Where nothing is open (any more), the record that was opened last. */
    record: rows?.find(({ id }) => id === of) ?? (of === undefined || kept?.id === of ? kept : undefined),
    open: (row: Row) => {
      keepRecord(kind, row)
      // instead of any step of another one: closing this one leads to the list, not back into a decision
      view.show(row.id, step !== undefined)
    },
    go: (next: Step) => panels[next].show(of),
    back: () => panels[step ?? 'view'].close(),
  }
}
export type Steps<Row extends { id: string }> = ReturnType<typeof useSteps<Row>> & { queue?: StepQueue<Row> }
