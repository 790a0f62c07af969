import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { countOutcomes, outcomeWords } from './bulk-words.ts'
import type { BulkAct, BulkRun, Outcome } from './decide-in-bulk.ts'
import { dollars } from '#money/show.ts'

type Listed = { id: string; amount?: string }

type BulkProgressProps<Row extends Listed> = {
  run: BulkRun<Row, BulkAct>
  whoOf: (row: Row) => string
  /** What is so of those that weren’t decided. */
  left?: string
  /** What is so where all of them were. */
  done?: string | undefined
  onStop: () => void
  onClose: () => void
}

/** How deciding on several records goes, and how it went. */
export function BulkProgress<Row extends Listed>({
  run,
  whoOf,
  left = 'What wasn’t decided is unchanged. What still waits is still selected.',
  done = 'All done.',
  onStop,
  onClose,
}: BulkProgressProps<Row>) {
  const { rows, outcomes, running } = run
  const many = (...states: Outcome['state'][]) => countOutcomes(run, ...states)
  const decided = many('done', 'waits', 'refused', 'unknown')
  const words = outcomeWords(run)
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
            ? left
            : many('waits') > 0
              ? 'What is waiting for a second administrator hasn’t changed yet.'
              : done}
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
  /** What else is to be seen of each. */
  detailOf?: ((row: Row) => ReactNode) | undefined
  outcomes?: ReadonlyMap<string, Outcome>
}

/** Each record with its amount, and what has become of it. */
export function Lines<Row extends Listed>({ label, rows, whoOf, detailOf, outcomes }: LinesProps<Row>) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-tile bg-sunken px-4 text-14">
      {rows.map((row) => {
        const outcome = outcomes?.get(row.id)
        const good = outcome?.state === 'done' || outcome?.state === 'waits' || outcome?.state === 'sending'
        return (
          <li key={row.id} className="py-2">
            <span className="flex justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">{whoOf(row)}</span>
              {row.amount && <span className="font-semibold">{dollars(row.amount)}</span>}
            </span>
            {detailOf?.(row)}
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
