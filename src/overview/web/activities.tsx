import { ArrowDownLeft } from 'lucide-react'
import * as text from '#texts/dashboard.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'
import { useNow } from '#ui/now.ts'
import { RecordRow, Rows } from '#ui/record-row.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ago } from '#ui/times.ts'
import type { Analysis } from './last-day.tsx'

const MINUTE = 60_000

type ActivitiesProps = {
  investments: Analysis['investments'] | undefined
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead: number
}

/** The newest real investments of everybody, e-mails masked by the server. */
export function Activities({ investments, ahead }: ActivitiesProps) {
  const now = useNow(MINUTE) + ahead
  return (
    <section className="mt-3">
      <h2 className="text-17">{text.activities}</h2>
      {!investments && <Skeleton className="mt-3 h-40" />}
      {investments?.length === 0 && <EmptyState>{text.noActivities}</EmptyState>}
      <Rows label={text.activities}>
        {investments?.map(({ email, plan, amount, source, created_at }) => {
          // only new money has come in
          const isNew = source === 'payment'
          return (
            <RecordRow
              key={`${created_at} ${email}`}
              lead={
                <span
                  aria-hidden
                  className={`grid size-10 shrink-0 place-items-center rounded-full ${isNew ? 'bg-wash text-brand' : 'bg-sunken text-ink-2'}`}
                >
                  {isNew ? <ArrowDownLeft className="size-5" /> : '↻'}
                </span>
              }
              title={email}
              detail={`${plan} · ${text.how[source]}${ago(created_at, now)}`}
              aside={<Money amount={amount} signed={isNew} className={`font-semibold ${isNew ? 'text-up' : ''}`} />}
            />
          )
        })}
      </Rows>
    </section>
  )
}
