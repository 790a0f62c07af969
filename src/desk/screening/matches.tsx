import type { ReactNode } from 'react'
import type { ScreeningHit } from '#screening/contract.ts'
import { LIST_NAMES } from '#screening/rules.ts'
import { Cut, WhenCell } from '#desk/record-parts.tsx'
import { useWhyNotDecide } from '#desk/decisions/may-decide.ts'
import { useCountedPages } from '#lists/web/counted.ts'
import { FilterBar } from '#lists/web/filter-bar.tsx'
import { KeyHints } from '#lists/web/keys-panel.tsx'
import { useListQuery } from '#lists/web/list-query.ts'
import { LongTable } from '#lists/web/long-table.tsx'
import { useOpenRecord } from '#lists/web/open-record.ts'
import { useQueueKeys } from '#lists/web/queue-keys.ts'
import { RecordPlace } from '#lists/web/record-place.tsx'
import { useSteps } from '#lists/web/steps.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Column } from '#ui/record-table.tsx'
import { StatusPill } from '#ui/status-pill.tsx'
import { useWide } from '#ui/wide.ts'
import { call } from './calls.ts'
import { MatchSteps } from './match-steps.tsx'
import { MATCH_STATES, NOTHING_COMPARED } from './match-words.ts'
import { ToLists, useNoLists } from './nothing-compared.tsx'

const LIST = 'GET /api/admin/screening-hits'
const TITLES = { approve: 'Clear match', decline: 'Confirm match' } as const

const columns: readonly Column<ScreeningHit>[] = [
  { label: 'Person', place: 'lead', share: 1.6, show: ({ user }) => user.name },
  { label: 'Listed as', share: 1.6, show: ({ name }) => <Cut>{name}</Cut> },
  { label: 'List', share: 1.1, show: ({ list }) => LIST_NAMES[list] },
  { label: 'Score', figures: true, share: 0.6, show: ({ score }) => score },
  { label: 'Found', share: 0.9, show: ({ found_at }) => <WhenCell at={found_at} /> },
  { label: 'Status', place: 'corner', show: ({ state }) => <StatusPill {...MATCH_STATES[state]} /> },
]
const DECIDED = {
  name: 'status',
  label: 'Status',
  choices: [
    { value: 'confirmed', label: 'Confirmed' },
    { value: 'cleared', label: 'Cleared' },
    { value: 'set aside', label: 'Set aside' },
  ],
} as const

type MatchesProps = {
  /** Those that were decided, or those that wait, of which the oldest come first. */
  decided: boolean
  /** What stands around the list. */
  card: (content: ReactNode) => ReactNode
}

/** The matches of one tab, with search and filters, and the open one beside them. */
export function Matches({ decided, card }: MatchesProps) {
  const list = useListQuery({ filters: decided ? ['status'] : [], queue: !decided })
  const { address, query, narrowed } = list
  const pages = useCountedPages(
    LIST,
    (page) => call(LIST, { query: page }),
    (those) => call('GET /api/admin/screening-hits/count', { query: those }),
    { ...query, status: decided ? (address.status ?? 'confirmed,cleared,set aside') : 'open' },
  )
  const steps = useSteps<ScreeningHit>('list-match', pages.rows)
  const fetchOne = (id: string) => call('GET /api/admin/screening-hits/:id', { params: { id } })
  const { record, words } = useOpenRecord(LIST, fetchOne, steps, pages.rows)
  const whyNot = useWhyNotDecide(record ? [record.user.id] : [])
  const offered = record && !whyNot && record.state === 'open' ? (['approve', 'decline'] as const) : []
  const moved = useQueueKeys({ pages, steps, offered, toggle: undefined })
  const wide = useWide()
  const noLists = useNoLists()
  const title = steps.step === 'approve' || steps.step === 'decline' ? TITLES[steps.step] : 'List match'
  return (
    <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_34.75%]">
      {card(
        <>
          <div className="lg:px-4">
            <FilterBar
              list={list}
              of="matches"
              searchLabel="Name, email or id"
              narrowing={decided ? DECIDED : undefined}
            />
          </div>
          <LongTable
            label="List matches"
            columns={columns}
            pages={pages}
            empty={
              noLists && !narrowed ? (
                <>
                  {NOTHING_COMPARED} <ToLists />
                </>
              ) : (
                emptyWords(narrowed, decided)
              )
            }
            onChoose={steps.open}
            nameOf={({ user, name }) => `${user.name}: ${name}`}
            chosen={steps.of}
            foot={wide && <KeyHints decides={false} />}
          />
        </>,
      )}
      <RecordPlace
        open={steps.step !== undefined}
        of={steps.of}
        onClose={steps.back}
        title={title}
        empty={<EmptyState>Choose a match to see its details here.</EmptyState>}
      >
        {record ? <MatchSteps hit={record} steps={steps} /> : <p role="status">{words}</p>}
      </RecordPlace>
      <p role="status" className="sr-only">
        {moved && record?.user.name}
      </p>
    </div>
  )
}

function emptyWords(narrowed: boolean, decided: boolean): string {
  if (narrowed) return 'Nothing found. Try another search, or clear the filters.'
  return decided ? 'No match has been decided yet' : 'No matches to review'
}
