import { MonthsTable } from '#funds/web/months.tsx'
import * as text from '#texts/books.ts'
import { Card } from '#ui/card.tsx'
import { useRead } from '#desk/calls.ts'

/** What was promised, paid and returned, month by month, as everybody is shown it. */
export function MonthsCard() {
  const { data, error, refetch } = useRead('GET /api/books/months')
  return (
    <Card className="px-5 pt-4 pb-4">
      <h2 className="text-17">{text.months}</h2>
      <p className="pb-2 text-13 text-ink-2">{text.monthsLine}</p>
      <MonthsTable asked={data && 'months' in data ? data : undefined} failed={error !== null} again={refetch} />
    </Card>
  )
}
