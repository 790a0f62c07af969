import { Button } from '#ui/button.tsx'
import type { Outcome, BulkRun } from './decide-in-bulk.ts'
import { dollars } from '#money/show.ts'

type Listed = { id: string; amount: string }

const DONE = { approve: 'approved', decline: 'declined' }

type BulkProgressProps<Row extends Listed> = {
  run: BulkRun<Row>
  whoOf: (row: Row) => string
  onStop: () => void
  onClose: () => void
}

/** How deciding on several records goes, and how it went. */
export function BulkProgress<Row extends Listed>({ run, whoOf, onStop, onClose }: BulkProgressProps<Row>) {
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
      <Lines label="Results" rows={rows} whoOf={whoOf} outcomes={outcomes} />
      <p className="my-3 text-13 text-ink-2">
        {running
          ? 'Each is decided on its own. You can stop or leave at any time: what is decided stays decided, the rest stays as it is.'
          : decided < rows.length || many('refused', 'unknown') > 0
            ? 'What wasn’t decided is unchanged and still selected.'
            : many('waits') > 0
              ? 'What is waiting for a second administrator hasn’t changed yet.'
              : 'All done.'}
      </p>
      <Button
        variant={running ? 'quiet' : 'primary'}
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

/** Each record with its amount, and what has become of it. */
export function Lines<Row extends Listed>({ label, rows, whoOf, outcomes }: LinesProps<Row>) {
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
