import type { ReactNode } from 'react'
import { fromWire, sum } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { RecordTable, type Column } from '#ui/record-table.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useAsked } from './asked.ts'
import { useFound } from './found.ts'
import { PageEnd } from './page-end.tsx'
import { usePages, type FetchPage } from './pages.ts'
import type { Person } from './record-parts.tsx'
import { RecordPlace } from './record-place.tsx'
import { useSteps, type Step, type Steps } from './steps.ts'

type TabName = 'pending' | 'active' | 'completed'
type Tab = { name: TabName; label: string; statuses: string }
/** Every status is in a tab: no record is hidden. */
const PENDING: Tab = { name: 'pending', label: 'Pending', statuses: 'pending,waiting approval' }
const TABS: readonly Tab[] = [
  PENDING,
  { name: 'active', label: 'Active', statuses: 'approved' },
  { name: 'completed', label: 'Completed', statuses: 'completed,declined' },
]

type Listed = { id: string; amount: string }
type HistoryScreenProps<Row extends Listed> = {
  /** What the panels are called in the address: `investment`. */
  kind: string
  over: string
  title: string
  callKey: `GET ${string}`
  fetchPage: FetchPage<Row>
  columns: readonly Column<Row>[]
  /** What an empty tab says. */
  empty: Record<TabName, string>
  /** What pressing a row opens. */
  nameOf: (row: Row) => string
  personOf: (row: Row) => Person
  titles: Record<Step, string>
  /** The open record. */
  children: (record: Row, steps: Steps<Row>) => ReactNode
}

/** Everybody's records of one kind in three tabs, with a search, and the open one beside them. */
export function HistoryScreen<Row extends Listed>(props: HistoryScreenProps<Row>) {
  const { kind, over, title, callKey, fetchPage, columns, empty, nameOf, personOf, titles, children } = props
  const asked = useAsked()
  const tab = TABS.find(({ name }) => name === asked.tab) ?? PENDING
  const { rows, more, comingMore, loadMore, old, error } = usePages(callKey, fetchPage, {
    status: tab.statuses,
    ...(asked.q && { q: asked.q }),
  })
  const steps = useSteps<Row>(kind, rows)
  const found = useFound(callKey, fetchPage, steps, rows, personOf)
  return (
    <>
      <PageHead over={over} title={title} below={rows && summaryOf(rows, more, tab)} />
      <div className="gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_34.75%]">
        <div className="lg:min-h-[calc(100dvh-5.25rem)] lg:self-start lg:rounded-card lg:bg-surface lg:px-4 lg:pt-4 lg:shadow-raised">
          <Tabs
            label={title}
            tabs={TABS}
            chosen={tab.name}
            onChoose={asked.chooseTab}
            beside={<SearchField label="Name or e-mail" found={asked.q} onSearch={asked.search} className="lg:w-64" />}
          >
            <div className={`mt-4 lg:-mx-4 lg:mt-3 lg:overflow-x-auto ${old ? 'opacity-60' : ''}`}>
              {rows && (
                <RecordTable
                  label={title}
                  columns={columns}
                  rows={rows}
                  onChoose={steps.open}
                  nameOf={nameOf}
                  chosen={steps.of}
                />
              )}
              {rows?.length === 0 && (
                <EmptyState>{asked.q ? `Nothing found for “${asked.q}”` : empty[tab.name]}</EmptyState>
              )}
              {rows && rows.length > 0 && (
                <PageEnd shown={rows.length} more={more} comingMore={comingMore} loadMore={loadMore} />
              )}
              {!rows && (error ? <EmptyState>{error.message}</EmptyState> : <Coming />)}
            </div>
          </Tabs>
        </div>
        <RecordPlace
          open={steps.step !== undefined}
          onClose={steps.back}
          title={titles[steps.step ?? 'view']}
          empty={<NothingOpen last={steps.record} nameOf={nameOf} onOpen={steps.open} />}
        >
          {found.record ? children(found.record, steps) : <p role="status">{found.words}</p>}
        </RecordPlace>
      </div>
    </>
  )
}

type NothingOpenProps<Row> = { last: Row | undefined; nameOf: (row: Row) => string; onOpen: (row: Row) => void }

/** Where no record is open: what to do, and the way back to the one that was opened last. */
function NothingOpen<Row>({ last, nameOf, onOpen }: NothingOpenProps<Row>) {
  const again = last && (
    <Button look="quiet" size="small" onClick={() => onOpen(last)}>
      Last opened: {nameOf(last)}
    </Button>
  )
  return <EmptyState next={again}>Choose a record to see all of it here.</EmptyState>
}

/** How many, and how much together; of the whole list only where all of it is here. */
function summaryOf(rows: readonly Listed[], more: boolean, { name }: Tab): string | null {
  const amount = showUsd(sum(rows.map((row) => fromWire(row.amount))))
  const one = rows.length === 1
  if (more) return `The newest ${rows.length}, ${amount} together`
  if (rows.length === 0) return name === 'pending' ? 'Nothing waits for a decision' : null
  if (name !== 'pending') return `${rows.length} ${one ? 'record' : 'records'}, ${amount} in all`
  return `${rows.length} ${one ? 'waits' : 'wait'} for a decision, ${amount} in all`
}

function Coming() {
  return (
    <div className="flex flex-col gap-3 lg:gap-1 lg:px-5">
      <p role="status" className="sr-only">
        loading...
      </p>
      {[0, 1, 2, 3].map((place) => (
        <Skeleton key={place} className="h-44 lg:h-11" />
      ))}
    </div>
  )
}
