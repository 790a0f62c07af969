import { Suspense, useState, type ReactNode } from 'react'
import type { Status } from '#kit/wire.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { usePreload } from '#ui/preload.ts'
import type { Column } from '#ui/record-table.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useWide } from '#ui/wide.ts'
import { useListQuery } from '#lists/web/list-query.ts'
import { useRead } from '#desk/calls.ts'
import { FilterBar } from '#lists/web/filter-bar.tsx'
import { useOpenRecord } from '#lists/web/open-record.ts'
import { KeyHints } from '#lists/web/keys-panel.tsx'
import type { BulkDecision } from '#lists/web/bulk-panel.tsx'
import { useMayChange, useWhyNotDecide } from './may-decide.ts'
import { usePages, type FetchPage, type Pages } from '#lists/web/pages.ts'
import { useQueueKeys } from '#lists/web/queue-keys.ts'
import { deskCard, LongTable } from '#lists/web/long-table.tsx'
import { RecordPlace } from '#lists/web/record-place.tsx'
import { useWaitsFor } from '#desk/approvals/second-approval.ts'
import type { SelectedBar as Bar } from '#lists/web/selected-bar.tsx'
import { useSelection } from '#lists/web/selection.ts'
import { stepTitle, useSteps, type Step, type Steps } from '#lists/web/steps.ts'
import { statusWords, waitingLine } from '#desk/record-parts.tsx'
import { showTotal } from '#money/show.ts'

// nothing can be selected before the list is there
const LazyBar = lazyPart(async () => (await import('#lists/web/selected-bar.tsx')).SelectedBar)
const SelectedBar = LazyBar as unknown as typeof Bar

type TabName = 'pending' | 'active' | 'completed'
type Tab = { name: TabName; label: string }
const PENDING: Tab = { name: 'pending', label: 'Pending' }
const TABS: readonly Tab[] = [PENDING, { name: 'active', label: 'Active' }, { name: 'completed', label: 'Completed' }]

type Listed = { id: string; amount: string; status: Status }
type Waits = 'investments' | 'withdrawals' | 'payouts' | 'referrals'
type TabWaits = Partial<Record<TabName, Waits>> & { pending: Waits }
type HistoryScreenProps<Row extends Listed> = {
  /** What the panels are called in the address: `investment`. */
  kind: string
  over: string
  title: string
  callKey: `GET /api/admin/${string}`
  fetchPage: FetchPage<Row>
  fetchOne: (id: string) => Promise<{ item: Row }>
  columns: readonly Column<Row>[]
  /** The statuses behind each tab. Every status is in one: no record is hidden. */
  statuses: Record<TabName, readonly Status[]>
  /** What waits in a tab, of all that waits. */
  waits: TabWaits
  /** What the search looks in. */
  searchLabel: string
  /** What an empty tab says. */
  empty: Record<TabName, string>
  /** What pressing a row opens. */
  nameOf: (row: Row) => string
  /** The ids of those who have a part in it, and so no say. */
  partiesOf: (row: Row) => readonly string[]
  /** What is open to somebody who may decide on it. */
  offered: (row: Row) => readonly Step[]
  /** How several are decided on. */
  together: BulkDecision<Row>
  /** Fetches the code of what an open record shows, before one is opened. */
  load: () => Promise<unknown>
  /** The open record. */
  children: (record: Row, steps: Steps<Row>) => ReactNode
}

/** Everybody's records of one kind in three tabs, with search and filters, and the open one beside them. */
export function HistoryScreen<Row extends Listed>(props: HistoryScreenProps<Row>) {
  const { kind, over, title, callKey, fetchPage, fetchOne, statuses, waits, nameOf, load, children } = props
  const list = useListQuery({ filters: ['status'], amounts: true })
  const { address, query, narrowed, change } = list
  const wide = useWide()
  const [choosing, setChoosing] = useState(false)
  usePreload(load)

  const tab = TABS.find(({ name }) => name === address.tab) ?? PENDING
  const counted = useCounted(waits, tab)
  const many = useMayChange() && tab === PENDING
  const among = statuses[tab.name]
  const status = among.find((one) => one === address.status) ?? among.join(',')
  const pages = usePages(callKey, fetchPage, { ...query, status })
  const steps = useSteps<Row>(kind, pages.rows)
  const { record, words } = useOpenRecord(callKey, fetchOne, steps, pages.rows)
  const whyNot = useWhyNotDecide(record ? props.partiesOf(record) : [])
  const waiting = useWaitsFor(record?.id).length > 0
  const chosen = useSelection(pages)
  const selecting = many && (wide || choosing)
  const moved = useQueueKeys({
    ...{ pages, steps },
    offered: record && !whyNot && !waiting ? props.offered(record) : [],
    toggle: selecting ? chosen.selection.toggle : undefined,
  })
  return (
    <>
      <PageHead over={over} title={title} below={summaryOf(pages, narrowed, counted.waits)} />
      <div className="gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_34.75%]">
        <div className={deskCard}>
          <Tabs
            label={title}
            tabs={counted.tabs}
            chosen={tab.name}
            onChoose={(name) => change({ tab: name, status: '' })}
            panelClass="mt-3 flex flex-col gap-3 lg:min-h-0 lg:flex-1 lg:gap-2"
          >
            <div className="lg:px-4">
              <FilterBar
                list={list}
                searchLabel={props.searchLabel}
                narrowing={filterOf(among)}
                csv={{ path: `${callKey.slice(4)}/csv`, name: `${kind}s.csv`, query: { status } }}
              >
                {many && !wide && (
                  <Button variant="quiet" size="small" aria-pressed={choosing} onClick={() => setChoosing(!choosing)}>
                    Select
                  </Button>
                )}
              </FilterBar>
            </div>
            <LongTable
              label={title}
              columns={props.columns}
              pages={pages}
              empty={narrowed ? 'Nothing found. Try another search, or clear the filters.' : props.empty[tab.name]}
              onChoose={steps.open}
              nameOf={nameOf}
              chosen={steps.of}
              selection={selecting ? chosen.selection : undefined}
              foot={wide && <KeyHints queue={tab === PENDING} />}
            />
            {selecting && (
              <Suspense>
                <SelectedBar kind={kind} chosen={chosen} together={props.together} />
              </Suspense>
            )}
          </Tabs>
        </div>
        <OpenRecord kind={kind} steps={steps} nameOf={nameOf}>
          {record ? children(record, steps) : <p role="status">{words}</p>}
        </OpenRecord>
        <p role="status" className="sr-only">
          {moved && record && nameOf(record)}
        </p>
      </div>
    </>
  )
}

/** The tabs, each with how many records it has where that is known, and for what those of what is pending wait. */
function useCounted(waits: TabWaits, tab: Tab) {
  const { data: counts } = useRead('GET /api/admin/waiting')
  const tabs = TABS.map((one) => {
    const of = waits[one.name]
    return of && counts ? { ...one, count: counts[of].all } : one
  })
  return { tabs, waits: tab === PENDING ? counts?.[waits.pending] : undefined }
}

type OpenRecordProps<Row extends Listed> = {
  kind: string
  steps: Steps<Row>
  nameOf: (row: Row) => string
  children: ReactNode
}

/** The place beside the list for the record that is open. */
function OpenRecord<Row extends Listed>({ kind, steps, nameOf, children }: OpenRecordProps<Row>) {
  'use no memo'
  return (
    <RecordPlace
      open={steps.step !== undefined}
      onClose={steps.back}
      title={stepTitle(kind, steps.step)}
      empty={<NothingOpen last={steps.record} nameOf={nameOf} onOpen={steps.open} />}
    >
      <Suspense fallback={<p role="status">loading...</p>}>{children}</Suspense>
    </RecordPlace>
  )
}

/** A tab of one status is narrowed by none. */
function filterOf(among: readonly Status[]) {
  if (among.length < 2) return undefined
  return {
    name: 'status',
    label: 'Status',
    choices: among.map((value) => ({ value, label: statusWords(value) })),
  } as const
}

type NothingOpenProps<Row> = { last: Row | undefined; nameOf: (row: Row) => string; onOpen: (row: Row) => void }

/** Where no record is open: what to do, and the way back to the one that was opened last. */
function NothingOpen<Row>({ last, nameOf, onOpen }: NothingOpenProps<Row>) {
  'use no memo'
  const again = last && (
    <Button variant="quiet" size="small" onClick={() => onOpen(last)}>
      Last opened: {nameOf(last)}
    </Button>
  )
  return <EmptyState next={again}>Choose a record to see its details here.</EmptyState>
}

/** How many, or for what they wait, and how much together; of the whole list only where all of it is here. */
function summaryOf(
  { rows, more }: Pages<Listed>,
  isNarrowed: boolean,
  waits: Parameters<typeof waitingLine>[0] | undefined,
): string | null {
  if (!rows) return null
  const amount = showTotal(rows)
  if (more) return `The first ${rows.length}, ${amount} together`
  if (isNarrowed) return `${rows.length} found, ${amount} in all`
  if (rows.length === 0) return waits ? waitingLine(waits) : null
  return `${waits ? waitingLine(waits) : `${rows.length} ${rows.length === 1 ? 'record' : 'records'}`}, ${amount} in all`
}
