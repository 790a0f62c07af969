import { Link } from '@tanstack/react-router'
import type { OpenBooks } from '#funds/books-contract.ts'
import { linkClass } from '#identity/web/signed-out.tsx'
import * as text from '#texts/books.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { HeldAndOwedPart } from './held-and-owed.tsx'
import { askMonths, useAsked } from './calls.ts'
import { MonthsTable } from './months.tsx'
import { FigurePart } from './part.tsx'
import { PlanRecords } from './plan-records.tsx'
import { ReservePart } from './reserve-part.tsx'
import { RunwayPart } from './runway-part.tsx'

type FiguresProps = {
  /** null: nothing is shown to whoever asks; undefined: there is no answer */
  books: OpenBooks | null | undefined
  again: () => unknown
}

/** They lie on the page itself, and what fades out beside a table into no card. */
const onPage: Record<string, string> = { '--surface': 'var(--bg)' }

/** All that the books say to everybody, or why it is not here. */
export function Figures({ books, again }: FiguresProps) {
  if (books === undefined) return <LoadFailed again={again} offline={text.offline} />
  if (books === null) {
    return (
      <Link to="/" className={linkClass}>
        {text.signIn}
      </Link>
    )
  }
  return (
    <div className="flex flex-col gap-8" style={onPage}>
      <HeldAndOwedPart books={books} />
      <ReservePart books={books} />
      <RunwayPart books={books} />
      <FigurePart title={text.months} line={text.monthsLine}>
        <Months />
      </FigurePart>
      <PlanRecords plans={books.plans} />
      <p className="text-14 text-ink-2">
        {text.counted}{' '}
        <Link to="/proof" className={linkClass}>
          {text.checkCounted}
        </Link>
      </p>
    </div>
  )
}

function Months() {
  const { data, failed, again } = useAsked(askMonths)
  return <MonthsTable asked={data && 'months' in data ? data : undefined} failed={failed} again={again} />
}
