import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { fieldOf } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import type { Outcome, Run, Verdict } from './decide-many.ts'
import { dollars, totalOf } from '#ui/dollars.ts'

type Listed = { id: string; amount: string }

/** What deciding on several records of a kind is. */
export type Together<Row> = {
  whoOf: (row: Row) => string
  approve: (row: Row) => Promise<{ message: string; approval_id?: string }>
  decline: (row: Row, reason: string) => Promise<{ message: string; approval_id?: string }>
  /** What is so from then on. */
  consequence: Record<Verdict, (rows: readonly Row[]) => ReactNode>
}

type ManyPanelProps<Row extends Listed> = {
  verdict: Verdict
  rows: readonly Row[]
  together: Together<Row>
  run: Run<Row> | null
  onBegin: (send: (row: Row) => Promise<{ message: string; approval_id?: string }>) => void
  onStop: () => void
  onClose: () => void
}

/** Several records, decided on together: the summary first, then how it goes, then how it went. */
export function ManyPanel<Row extends Listed>(props: ManyPanelProps<Row>) {
  return props.run ? <Progress {...props} run={props.run} /> : <Summary {...props} />
}

const WORDS = { approve: 'Approve', decline: 'Decline' }

function Summary<Row extends Listed>({ verdict, rows, together, onBegin, onClose }: ManyPanelProps<Row>) {
  const [missing, setMissing] = useState(false)
  const total = totalOf(rows)
  const begin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = fieldOf(new FormData(event.currentTarget), 'reason').trim()
    if (verdict === 'decline' && !reason) return setMissing(true)
    onBegin((row) => (verdict === 'approve' ? together.approve(row) : together.decline(row, reason)))
  }
  return (
    <form onSubmit={begin} noValidate>
      <Lines label="What is decided on" rows={rows} whoOf={together.whoOf} />
      <p className="flex justify-between py-3 font-semibold">
        <span>{countOf(rows.length)}</span>
        <span>{total}</span>
      </p>
      {verdict === 'decline' && (
        <TextArea
          label="Reason"
          name="reason"
          required
          maxLength={500}
          hint="Each of them reads it"
          error={missing ? 'Say why: each of them reads it.' : undefined}
          onChange={() => setMissing(false)}
        />
      )}
      <p className="my-3 text-13 text-ink-2">{together.consequence[verdict](rows)}</p>
      <div className="grid grid-cols-[2fr_3fr] gap-2">
        <Button look="quiet" size="medium" onClick={onClose}>
          Back
        </Button>
        <Button
          type="submit"
          size="medium"
          className={verdict === 'decline' ? 'bg-down! text-surface!' : ''}
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {WORDS[verdict]} {rows.length}, {total}
        </Button>
      </div>
    </form>
  )
}

const DONE = { approve: 'approved', decline: 'declined' }

function Progress<Row extends Listed>({ run, together, onStop, onClose }: ManyPanelProps<Row> & { run: Run<Row> }) {
  const { rows, outcomes, running, verdict } = run
  const many = (...states: Outcome['state'][]) =>
    rows.filter(({ id }) => states.some((state) => outcomes.get(id)?.state === state)).length
  const decided = many('done', 'waits', 'refused', 'unknown')
  const parts = [
    `${many('done')} ${DONE[verdict]}`,
    many('waits') > 0 && `${many('waits')} waiting for a second administrator`,
    many('refused') > 0 && `${many('refused')} refused`,
    many('unknown') > 0 && `${many('unknown')} without an answer`,
    !running && decided < rows.length && `${rows.length - decided} not sent`,
  ]
  const words = parts.filter(Boolean).join(', ')
  return (
    <>
      <p role="status" className="pb-2 font-semibold">
        {running ? `${decided} of ${rows.length}: ${words}` : words}
      </p>
      <progress
        aria-label="Decided"
        value={decided}
        max={rows.length}
        className="mb-3 h-1.5 w-full accent-brand"
        hidden={!running}
      />
      <Lines label="How it went" rows={rows} whoOf={together.whoOf} outcomes={outcomes} />
      <p className="my-3 text-13 text-ink-2">
        {running
          ? 'Each is decided by itself. You may stop or leave: what is decided stays decided, the rest is left as it is.'
          : decided < rows.length || many('refused', 'unknown') > 0
            ? 'What was not decided is left as it was, and is still selected.'
            : many('waits') > 0
              ? 'What waits for a second administrator has not changed yet.'
              : 'All of them are done.'}
      </p>
      <Button
        look={running ? 'quiet' : 'primary'}
        size="medium"
        className="w-full"
        onClick={running ? onStop : onClose}
      >
        {running ? 'Stop after this one' : 'Done'}
      </Button>
    </>
  )
}

type LinesProps<Row> = {
  label: string
  rows: readonly Row[]
  whoOf: (row: Row) => string
  outcomes?: ReadonlyMap<string, Outcome>
}

function Lines<Row extends Listed>({ label, rows, whoOf, outcomes }: LinesProps<Row>) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-tile bg-sunken px-4 text-14">
      {rows.map((row) => {
        const outcome = outcomes?.get(row.id)
        const good = outcome?.state === 'done' || outcome?.state === 'waits' || outcome?.state === 'sending'
        return (
          <li key={row.id} className="py-2">
            <span className="flex justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">{whoOf(row)}</span>
              <span className="font-semibold">{dollars(row.amount)}</span>
            </span>
            {outcomes && (
              <span className={`block text-13 ${outcome && !good ? 'text-down' : 'text-ink-2'}`}>
                {outcome?.words ?? 'Not sent'}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function countOf(count: number): string {
  return `${count} ${count === 1 ? 'record' : 'records'}`
}
