import { useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { Card } from '#ui/card.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { RecordTable, type Column } from '#ui/record-table.tsx'
import type { UserView } from './user-view.ts'
import { investmentColumns, referralColumns, withdrawalColumns } from './user-columns.tsx'
import { useUserRecords, type UserRecordsList } from './user-records-list.ts'
import { call } from '#desk/calls.ts'
import { useWhyNotDecide } from '#desk/decisions/may-decide.ts'
import * as text from '#texts/list.ts'
import { ListEnd } from '#lists/web/list-end.tsx'

const UserSteps = lazyPart(async () => (await import('./user-steps.tsx')).UserSteps)

/** A user's investments, withdrawals and referrals, each to be opened in a panel. */
export function UserRecords({ view }: { view: UserView }) {
  const { user } = view
  const mayEdit = useWhyNotDecide([user.id]) === null
  const investments = useUserRecords(
    'GET /api/admin/investments',
    user.id,
    view.investments,
    (query) => call('GET /api/admin/investments', { query }),
    (query) => call('GET /api/admin/investments/count', { query }),
  )
  const withdrawals = useUserRecords(
    'GET /api/admin/withdrawals',
    user.id,
    view.withdrawals,
    (query) => call('GET /api/admin/withdrawals', { query }),
    (query) => call('GET /api/admin/withdrawals/count', { query }),
  )
  const referrals = useUserRecords(
    'GET /api/admin/referrals',
    user.id,
    view.referrals,
    (query) => call('GET /api/admin/referrals', { query }),
    (query) => call('GET /api/admin/referrals/count', { query }),
  )
  const { panel } = useLocation().search
  const [wanted, setWanted] = useState(panel !== undefined)
  if (panel !== undefined && !wanted) setWanted(true)
  return (
    <div className="flex min-w-0 flex-col gap-4 lg:gap-3">
      <Records title="Investments" list={investments} columns={investmentColumns(mayEdit)} />
      <Records title="Withdrawals" list={withdrawals} columns={withdrawalColumns(mayEdit)} />
      <Records title="Referrals" list={referrals} columns={referralColumns} />
      {wanted && (
        <Suspense>
          <UserSteps investments={investments.rows} withdrawals={withdrawals.rows} referrals={referrals.rows} />
        </Suspense>
      )}
    </div>
  )
}

type RecordsProps<Row extends { id: string }> = {
  title: string
  list: UserRecordsList<Row>
  columns: readonly Column<Row>[]
}

function Records<Row extends { id: string }>({ title, list, columns }: RecordsProps<Row>) {
  const { rows, shown, count, folds, whole, fold, pages } = list
  return (
    <Card className="max-lg:px-5 max-lg:pb-2">
      <div className="flex items-center justify-between gap-3 pt-2 lg:px-5">
        <h2 className="text-15">
          {title} <span className="font-normal text-ink-3">{count}</span>
        </h2>
        {folds && (
          <button
            type="button"
            aria-expanded={whole}
            aria-label={`${whole ? 'See fewer' : 'See all'} ${title.toLowerCase()}`}
            onClick={fold}
            className="min-h-11 text-13 font-semibold text-brand lg:min-h-9"
          >
            {whole ? 'See fewer' : 'See all'}
          </button>
        )}
      </div>
      {rows.length > 0 ? (
        <RecordTable inCard label={title} columns={columns} rows={shown} />
      ) : (
        <p className="py-3 text-14 text-ink-2 lg:px-5">None yet</p>
      )}
      {pages && <ListEnd pages={pages} words={text.newest} />}
    </Card>
  )
}
