import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { deskCard } from '#lists/web/long-table.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useRead } from './calls.ts'
import { ImportedLists } from './imported-lists.tsx'
import { Matches } from './matches.tsx'

type TabName = 'matches' | 'decided' | 'lists'
const MATCHES = { name: 'matches', label: 'To review' } as const
const TABS: readonly { name: TabName; label: string }[] = [
  MATCHES,
  { name: 'decided', label: 'Decided' },
  { name: 'lists', label: 'Lists' },
]

/** People whose names look like listed ones, and the lists that names are compared with. */
export function ScreeningScreen() {
  const { tab: named } = useLocation().search
  const navigate = useNavigate()
  const { data } = useRead('GET /api/admin/screening-lists')
  const { name } = TABS.find((one) => one.name === named) ?? MATCHES
  const tabs = TABS.map((tab) => (tab === MATCHES && data ? { ...tab, count: data.open_hits } : tab))
  const card = (content: ReactNode) => (
    <div className={deskCard}>
      <Tabs
        label="Sanctions lists"
        tabs={tabs}
        chosen={name}
        onChoose={(tab) => void navigate({ to: '.', search: { tab }, replace: true, resetScroll: false })}
        panelClass="mt-3 flex flex-col gap-3 lg:min-h-0 lg:flex-1 lg:gap-2"
      >
        {content}
      </Tabs>
    </div>
  )
  return (
    <>
      <PageHead over="Users" title="Sanctions Lists" before={<ToUsers />} below={data && standing(data)} />
      {name === 'lists' ? card(<ImportedLists />) : <Matches key={name} decided={name === 'decided'} card={card} />}
    </>
  )
}

function ToUsers() {
  return (
    <Link
      to="/list-users"
      aria-label="Back to the users"
      className="-ms-3 grid size-11 shrink-0 place-items-center rounded-full"
    >
      <ChevronLeft className="size-6 rtl:-scale-x-100" aria-hidden />
    </Link>
  )
}

type Standing = { items: readonly unknown[]; people: number; to_compare: number }

/** How far the comparison is. */
function standing({ items, people, to_compare }: Standing): string {
  const count = (number: number) => number.toLocaleString('en-US')
  if (items.length === 0) return 'No list has been imported yet'
  if (to_compare > 0) return `${count(to_compare)} of ${count(people)} names still to be compared with the newest lists`
  return people === 1
    ? '1 name compared with the newest lists'
    : `${count(people)} names compared with the newest lists`
}
