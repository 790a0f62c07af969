import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { fieldOf } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import type { BulkRun, Verdict } from './decide-in-bulk.ts'
import { Lines, BulkProgress } from './bulk-progress.tsx'
import { leftOutWords, lostWords, totalOf } from './bulk-words.ts'

type Listed = { id: string; amount?: string }

/** What deciding on several records of a kind is. */
export type BulkDecision<Row> = {
  whoOf: (row: Row) => string
  approve: (row: Row) => Promise<{ message: string; approval_id?: string }>
  decline: (row: Row, reason: string) => Promise<{ message: string; approval_id?: string }>
  /** What else is to be seen of each before it is decided on. */
  detailOf?: (row: Row) => ReactNode
  /** Why one of them can't be approved now; null where it can. */
  heldBy?: (row: Row) => string | null
  /** What is so from then on. */
  consequence: Record<'approve' | 'decline', (rows: readonly Row[]) => ReactNode>
}

type BulkPanelProps<Row extends Listed> = {
  verdict: Verdict
  rows: readonly Row[]
  /** Those that were selected with them and can't be approved now. */
  held: readonly Row[]
  /** How many were among them and have been decided on by somebody else. */
  lost: number
  together: BulkDecision<Row>
  run: BulkRun<Row> | null
  onBegin: (send: (row: Row) => Promise<{ message: string; approval_id?: string }>) => void
  onStop: () => void
  onClose: () => void
}

/** Several records, decided on together: the summary first, then how it goes, then how it went. */
export function BulkPanel<Row extends Listed>(props: BulkPanelProps<Row>) {
  return props.run ? <BulkProgress {...props} run={props.run} whoOf={props.together.whoOf} /> : <Summary {...props} />
}

/** The button that decides. */
const VERDICTS: Record<Verdict, string> = { approve: 'Approve', decline: 'Decline', reject: 'Reject' }

function Summary<Row extends Listed>({ verdict, rows, held, lost, together, onBegin, onClose }: BulkPanelProps<Row>) {
  const [missing, setMissing] = useState(false)
  const total = totalOf(rows)
  const approves = verdict === 'approve'
  const begin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = fieldOf(new FormData(event.currentTarget), 'reason').trim()
    if (!approves && !reason) return setMissing(true)
    onBegin((row) => (approves ? together.approve(row) : together.decline(row, reason)))
  }
  return (
    <form onSubmit={begin} noValidate>
      {rows.length > 0 && (
        <Lines label="Selected records" rows={rows} whoOf={together.whoOf} detailOf={together.detailOf} />
      )}
      <p className="flex justify-between py-3 font-semibold">
        <span>{countOf(rows.length)}</span>
        <span>{total}</span>
      </p>
      {held.length > 0 && (
        <>
          <p className="pb-2 text-14 font-semibold text-pending">{leftOutWords(held.length)}</p>
          <Lines label="Left out" rows={held} whoOf={together.whoOf} detailOf={together.heldBy} />
        </>
      )}
      {!approves && (
        <TextArea
          label="Reason"
          name="reason"
          required
          maxLength={500}
          hint="Visible to each of them"
          error={missing ? 'Say why. Each of them will read it.' : undefined}
          onChange={() => setMissing(false)}
        />
      )}
      <p role="status" className="mt-3 text-13 font-semibold text-pending empty:hidden">
        {lost > 0 && lostWords(lost)}
      </p>
      {rows.length > 0 && (
        <p className="my-3 text-13 text-ink-2">{together.consequence[approves ? 'approve' : 'decline'](rows)}</p>
      )}
      <div className="grid grid-cols-[2fr_3fr] gap-2">
        <Button variant="quiet" size="medium" onClick={onClose}>
          Back
        </Button>
        {rows.length > 0 && (
          <Button
            type="submit"
            size="medium"
            className={approves ? '' : 'bg-down! text-surface!'}
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            {VERDICTS[verdict]} {rows.length}
            {total && `, ${total}`}
          </Button>
        )}
      </div>
    </form>
  )
}

function countOf(count: number): string {
  return `${count} ${count === 1 ? 'record' : 'records'}`
}
