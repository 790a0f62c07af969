import { Link } from '@tanstack/react-router'
import { Archive, FileSpreadsheet, FileText } from 'lucide-react'
import * as text from '#texts/statement.ts'
import type { StatementAccount } from '#statements/contract.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { download } from '#ui/download.ts'
import { useSubmission } from '#ui/submission.ts'
import { ownZone } from '#ui/times.ts'
import type { DayRange } from './period.ts'

const KEPT = { sending: false, success: null }

/** The statement as a file, for spreadsheets and for paper. */
export function StatementFiles({ period, account }: { period: DayRange; account: StatementAccount }) {
  const zone = ownZone()
  const name = text.statementFile(period.from, period.to)
  const query = { ...period, account, zone }
  const csv = useSubmission()
  const pdf = useSubmission()
  return (
    <div role="group" aria-label={text.keep} className="grid grid-cols-2 items-start gap-3">
      <Button
        variant="secondary"
        size="medium"
        busy={csv.busy}
        onClick={() => void csv.submit(() => download('/api/statement.csv', query, `${name}.csv`), KEPT)}
      >
        <FileSpreadsheet className="size-5 text-brand" aria-hidden />
        {csv.busy ? text.preparing : text.csv}
      </Button>
      <Button
        variant="secondary"
        size="medium"
        busy={pdf.busy}
        onClick={() => void pdf.submit(() => download('/api/statement.pdf', query, `${name}.pdf`), KEPT)}
      >
        <FileText className="size-5 text-brand" aria-hidden />
        {pdf.busy ? text.preparing : text.pdf}
      </Button>
    </div>
  )
}

/** Everything that is kept about a person, to take along; and what shows that it is counted. */
export function AllData() {
  const { busy, submit } = useSubmission()
  return (
    <Card className="flex flex-wrap items-center gap-x-5 gap-y-4 p-5 @min-[42rem]:col-span-2">
      <div className="flex-1 basis-80">
        <h2 className="text-17">{text.allData}</h2>
        <p className="mt-1 text-14 text-ink-2">{text.allDataHolds}</p>
      </div>
      <Button
        variant="quiet"
        size="medium"
        className="flex-auto @min-[42rem]:flex-none"
        busy={busy}
        onClick={() => void submit(() => download('/api/export', {}, `${text.allDataFile}.json`), KEPT)}
      >
        <Archive className="size-5" aria-hidden />
        {busy ? text.preparing : text.downloadAll}
      </Button>
      <p className="basis-full border-t border-line pt-4 text-14 text-ink-2">
        {text.counted}{' '}
        <Link to="/proof" className="font-semibold text-brand">
          {text.checkCounted}
        </Link>
      </p>
      <p className="basis-full text-14 text-ink-2">
        {text.allOfIt}{' '}
        <Link to="/security" className="font-semibold text-brand">
          {text.toAllOfIt}
        </Link>
      </p>
    </Card>
  )
}
