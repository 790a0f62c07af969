import { Link, useLocation, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useUser } from '#identity/web/session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { serialOf } from '#kit/guilloche-rules.ts'
import { stepBack } from '#ui/history-step.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { usePanel } from '#ui/panel-url.ts'
import { dayOf, together } from '#ui/times.ts'
import type { UserView } from './user-view.ts'
import { UserFigures } from './user-figures.tsx'
import { UserNotes } from './user-notes.tsx'
import { UserPerson } from './user-person.tsx'
import { UserRecords } from './user-records.tsx'
import { useRead } from '#desk/calls.ts'
import { WaitingApproval } from '#desk/approvals/waiting-approval.tsx'

const UserPanels = lazyPart(async () => (await import('./user-panels.tsx')).UserPanels)

/** One user: figures, person, notes, records, and what an administrator can do. */
export function ViewUserScreen() {
  const { userId } = useParams({ from: '/view-account/$userId' })
  const me = useUser()
  const { data: view, dataUpdatedAt, error } = useRead('GET /api/view-user/:id', { params: { id: userId } })
  const topUp = usePanel('top-up')
  const deduct = usePanel('deduct')
  const postings = usePanel('postings')
  if (!view) {
    return (
      <>
        <PageHead over="Users" title="Account" before={<ToUsers />} />
        {error ? <EmptyState>{error.message}</EmptyState> : <p role="status">loading...</p>}
      </>
    )
  }
  const { user } = view
  return (
    <>
      <PageHead
        over="Users"
        title={user.name}
        before={<ToUsers />}
        below={`${together(`Account ${serialOf(user.id)}`)}, member since ${together(dayOf(user.created_at))}`}
      />
      <WaitingApproval of={user.id} className="mb-4 lg:max-w-107.5" />
      <div className="grid items-start gap-4 lg:grid-cols-[18rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-y-3">
        <UserFigures
          view={view}
          readAt={dataUpdatedAt}
          onWhy={postings.show}
          onTopUp={() => topUp.show()}
          onDeduct={() => deduct.show()}
        />
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:gap-3">
          <UserPerson view={view} />
          {me?.id !== user.id && <UserNotes userId={user.id} />}
        </div>
        <UserRecords key={user.id} view={view} />
      </div>
      <Panels view={view} />
    </>
  )
}

/** Back to the list that somebody came from, where they were in it; else to its beginning. */
function ToUsers() {
  'use no memo'
  return (
    <Link
      to="/list-users"
      aria-label="Back to the users"
      onClick={(event) => {
        if ((history.state as { list?: true } | null)?.list !== true || event.metaKey || event.ctrlKey) return
        event.preventDefault()
        stepBack()
      }}
      className="-ms-3 grid size-11 shrink-0 place-items-center rounded-full"
    >
      <ChevronLeft className="size-6 rtl:-scale-x-100" aria-hidden />
    </Link>
  )
}

/** What opens over the page, once something has. */
function Panels({ view }: { view: UserView }) {
  const { panel } = useLocation().search
  const [wanted, setWanted] = useState(panel !== undefined)
  if (panel !== undefined && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense>
      <UserPanels view={view} />
    </Suspense>
  )
}
