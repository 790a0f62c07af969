import { Suspense, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react'
import type { Status } from '#kit/wire.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { usePreload } from '#ui/preload.ts'
import type { Column } from '#ui/record-table.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useWide } from '#ui/wide.ts'
import { countLine, useCountedPages, type FetchCount } from '#lists/web/counted.ts'
import { useListQuery } from '#lists/web/list-query.ts'
import { useRead } from '#desk/calls.ts'
import { FilterBar } from '#lists/web/filter-bar.tsx'
import { useOpenRecord } from '#lists/web/open-record.ts'
import type { BulkDecision } from '#lists/web/bulk-panel.tsx'
import { useMayChange, useWhyNotDecide } from './may-decide.ts'
import type { FetchPage, Pages } from '#lists/web/pages.ts'
import { useOpeningTab } from '#lists/web/opening-tab.ts'
import { useQueueKeys } from '#lists/web/queue-keys.ts'
import { deskCard, LongTable } from '#lists/web/long-table.tsx'
import { RecordPlace } from '#lists/web/record-place.tsx'
import { useWaitsFor } from '#desk/approvals/second-approval.ts'
import type { SelectedFrom, SelectedBar as Bar } from '#lists/web/selected-bar.tsx'
import { totalOf } from '#lists/web/bulk-words.ts'
import type { SavedList } from '#lists/rules.ts'
import { isCancelled } from '#records/rules.ts'
import { useSelection } from '#lists/web/selection.ts'
import { refusalOf, stepTitle, useSteps, type Step, type StepQueue, type Steps } from '#lists/web/steps.ts'
import { statusWords, waitingLine } from '#desk/record-parts.tsx'

// nothing can be selected before the list is there
const LazyBar = lazyPart(async () => (await import('#lists/web/selected-bar.tsx')).SelectedBar)
const SelectedBar = LazyBar as unknown as typeof Bar
const KeyHints = lazyPart(async () => (await import('#lists/web/keys-panel.tsx')).KeyHints)

type TabName = 'pending' | 'active' | 'completed'
type Tab = { name: TabName; label: string }
const PENDING: Tab = { name: 'pending', label: 'Pending' }
const TABS: readonly [Tab, ...Tab[]] = [
  PENDING,
  { name: 'active', label: 'Active' },
  { name: 'completed', label: 'Completed' },
]

type Listed = { id: string; amount?: string; status?: Status; reason?: string | null }
type Together<Row extends Listed> = BulkDecision<Row> | ComponentType<SelectedFrom<Row>>
type Waits = 'investments' | 'withdrawals' | 'payouts' | 'referrals' | 'checks'
type TabWaits = Partial<Record<TabName, Waits>> & { pending: Waits }
type HistoryScreenProps<Row extends Listed> = {
  /** What the panels are called in the address: `investment`. */
  kind: string
  over: string
  title: string
  callKey: `GET /api/admin/${string}`
  fetchPage: FetchPage<Row>
  fetchCount: FetchCount
  fetchOne: (id: string) => Promise<{ item: Row }>
  columns: readonly Column<Row>[]
  /** Where an open record takes most of a wide screen: what its list shows beside it. */
  beside?: readonly Column<Row>[]
  /** The statuses behind each tab. Every status is in one: no record is hidden. */
  statuses: Record<TabName, readonly (Status | 'submitted' | 'rejected')[]>
  /** Where records have no amounts, nor are given as a file: what their tabs are called. */
  moneyless?: Record<TabName, string>
  /** What waits in a tab, of all that waits: there the oldest come first. */
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
  /** How several are decided on, or the bar itself that knows it. */
  together: Together<Row>
  /** Further buttons over a tab, for the list as it is narrowed. */
  tools?: (tab: TabName, query: Record<string, string>) => ReactNode
  /** Fetches the code of what an open record shows, before one is opened. */
  load: () => Promise<unknown>
  /** The open record. */
  children: (record: Row, steps: Steps<Row>) => ReactNode
}

/** Everybody's records of one kind in three tabs, with search and filters, and the open one beside them. */
export function HistoryScreen<Row extends Listed>(props: HistoryScreenProps<Row>) {
  const { kind, title, callKey, fetchPage, statuses, waits, moneyless, nameOf, load, children } = props
  const { tab, settle } = useOpeningTab(TABS)
  const list = useListQuery({ filters: ['status'], amounts: !moneyless, queue: waits[tab.name] !== undefined })
  const { address, query, narrowed, change } = list
  const wide = useWide()
  const [choosing, setChoosing] = useState(false)
  usePreload(load)

  const counted = useTabCounts(waits, tab, moneyless)
  const many = useMayChange() && tab === PENDING
  const among = statuses[tab.name]
  const status = among.find((one) => one === address.status) ?? among.join(',')
  const listed = useCountedPages(callKey, fetchPage, props.fetchCount, { ...query, status })
  const { pages, chosen: shown, keep } = settle(listed)
  const chosen = useSelection(pages)
  const { steps, record, words, stillWaits, offered } = useOpened(props, pages, chosen.change)
  const selecting = many && (wide || choosing)
  const roomy = steps.step && props.beside
  const moved = useQueueKeys({
    ...{ pages, steps, offered },
    toggle: selecting ? chosen.selection.toggle : undefined,
  })
  return (
    <>
      <PageHead over={props.over} title={title} below={summaryOf(pages, narrowed, counted)} />
      <div
        className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_34.75%]"
        style={roomy && wide ? { gridTemplateColumns: 'minmax(0, 1fr) 64%' } : undefined}
      >
        <div className={deskCard}>
          <Tabs
            label={title}
            tabs={counted.tabs}
            chosen={shown?.name}
            keep={keep}
            onChoose={(name) => change({ tab: name, status: '' })}
            panelClass="mt-3 flex flex-col gap-3 lg:min-h-0 lg:flex-1 lg:gap-2"
          >
            <div className="lg:px-4">
              <FilterBar
                list={list}
                of={callKey.slice('GET /api/admin/'.length) as SavedList}
                searchLabel={props.searchLabel}
                narrowing={filterOf(among)}
                csv={
                  moneyless ? undefined : { path: `${callKey.slice(4)}/csv`, name: `${kind}s.csv`, query: { status } }
                }
              >
                {many && !wide && <SelectSwitch on={choosing} onChange={setChoosing} />}
                {props.tools?.(tab.name, query)}
              </FilterBar>
            </div>
            <LongTable
              label={title}
              columns={roomy && wide ? roomy : props.columns}
              pages={pages}
              empty={narrowed ? 'Nothing found. Try another search, or clear the filters.' : props.empty[tab.name]}
              onChoose={steps.open}
              nameOf={nameOf}
              chosen={steps.of}
              selection={selecting ? chosen.selection : undefined}
              foot={
                wide && (
                  <Hints queue={tab === PENDING ? 'decide' : waits[tab.name] && 'pay'} refusal={refusalOf(kind)} />
                )
              }
            />
            {selecting && <Together {...{ kind, callKey, pages, chosen, stillWaits }} by={props.together} />}
          </Tabs>
        </div>
        <OpenRecord kind={kind} steps={steps} nameOf={nameOf}>
          {record ? children(record, steps) : <p role="status">{words}</p>}
        </OpenRecord>
        <Said>{moved && record && nameOf(record)}</Said>
      </div>
    </>
  )
}

/** The record that is open, in the list that it is decided in, and what is open to do with it. */
function useOpened<Row extends Listed>(
  { kind, callKey, fetchOne, nameOf, partiesOf, ...props }: HistoryScreenProps<Row>,
  { rows }: Pages<Row>,
  change: StepQueue<Row>['change'],
) {
  const stillWaits = async (id: string) => props.offered((await fetchOne(id)).item).includes('decline')
  const steps = { ...useSteps<Row>(kind, rows), queue: { rows, nameOf, partiesOf, stillWaits, change } }
  const { record, words } = useOpenRecord(callKey, fetchOne, steps, rows)
  const whyNot = useWhyNotDecide(record ? partiesOf(record) : [])
  const waiting = useWaitsFor(record?.id).length > 0
  return { steps, record, words, stillWaits, offered: record && !whyNot && !waiting ? props.offered(record) : [] }
}

function Together<Row extends Listed>({ by: By, ...bar }: SelectedFrom<Row> & { by: Together<Row> }) {
  'use no memo'
  return <Suspense>{typeof By === 'function' ? <By {...bar} /> : <SelectedBar {...bar} together={By} />}</Suspense>
}

/** What is read aloud and not seen. */
function Said({ children }: { children: ReactNode }) {
  'use no memo'
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  )
}

/** On a small screen: whether rows can be marked. */
function SelectSwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  'use no memo'
  return (
    <Button variant="quiet" size="small" aria-pressed={on} onClick={() => onChange(!on)}>
      Select
    </Button>
  )
}

/** The most used keys, once the list is there. */
function Hints(props: ComponentProps<typeof KeyHints>) {
  'use no memo'
  return (
    <Suspense>
      <KeyHints {...props} />
    </Suspense>
  )
}

/** The tabs, each with how many records it has where that is known, and for what those of what is pending wait. */
function useTabCounts(waits: TabWaits, tab: Tab, labels?: Record<TabName, string>) {
  'use no memo'
  const { data: counts } = useRead('GET /api/admin/waiting')
  const tabs = TABS.map((one) => {
    const of = waits[one.name]
    const named = { ...one, label: labels?.[one.name] ?? one.label }
    return of && counts ? { ...named, count: counts[of].all } : named
  })
  if (tab !== PENDING || !counts) return { tabs, waits: undefined, toPay: 0 }
  return { tabs, waits: counts[waits.pending], toPay: waits.active ? counts[waits.active].count : 0 }
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
      of={steps.of}
      onClose={steps.back}
      title={stepTitle(kind, steps.step)}
      empty={<NothingOpen last={steps.record} nameOf={nameOf} onOpen={steps.open} />}
    >
      <Suspense fallback={<p role="status">loading...</p>}>{children}</Suspense>
    </RecordPlace>
  )
}

/** A tab of one status is narrowed by none. */
function filterOf(among: readonly string[]) {
  if (among.length < 2) return undefined
  return {
    name: 'status',
    label: 'Status',
    choices: among.map((value) => ({ value, label: statusWords(value as Status) })),
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

/**
 * How many, or for what they wait, and how much together where all of it is here, with what is to be paid, as the menu counts it; apart from it what their investors have
 * cancelled, which the wire has among what was declined.
 */
function summaryOf(
  pages: Pages<Listed>,
  isNarrowed: boolean,
  { waits, toPay }: { waits: Parameters<typeof waitingLine>[0] | undefined; toPay: number },
): string | undefined {
  const { rows, more } = pages
  if (!rows) return undefined
  const { cancelled = [], others = [] } = Object.groupBy(more ? [] : rows, (row) =>
    isCancelled(row) ? 'cancelled' : 'others',
  )
  const sum = totalOf(others)
  if (waits && !isNarrowed)
    return `${waitingLine(waits)}${sum && `, ${sum} in all`}${toPay > 0 ? `; ${toPay} to pay` : ''}`
  const ended = totalOf(cancelled)
  const total = `${sum && `, ${sum} together`}${ended && `, ${ended} cancelled`}`
  return isNarrowed || rows.length > 0 ? `${countLine(pages, isNarrowed)}${total}` : undefined
}
