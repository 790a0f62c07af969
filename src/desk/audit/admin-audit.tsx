import { Suspense } from 'react'
import type { AuditLine } from '#audit/contract.ts'
import { actionInWords, KNOWN_ACTIONS, SUBJECT_KINDS } from '#audit/rules.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { Column } from '#ui/record-table.tsx'
import { ownZone } from '#ui/times.ts'
import { useWide } from '#ui/wide.ts'
import { countLine, useCountedPages } from '#lists/web/counted.ts'
import { useListQuery } from '#lists/web/list-query.ts'
import { actOf, capital, dayAndSecond, subjectInList, subjectOf, whoOf } from './audit-words.ts'
import { Cut } from '#desk/record-parts.tsx'
import { call } from '#desk/calls.ts'
import { FilterBar } from '#lists/web/filter-bar.tsx'
import { useOpenRecord } from '#lists/web/open-record.ts'
import { useQueueKeys } from '#lists/web/queue-keys.ts'
import { deskCard, LongTable } from '#lists/web/long-table.tsx'
import { RecordPlace } from '#lists/web/record-place.tsx'
import { useSteps } from '#lists/web/steps.ts'

const LIST = 'GET /api/admin/audit'

const KeyHints = lazyPart(async () => (await import('#lists/web/keys-panel.tsx')).KeyHints)
const AuditLineRecord = lazyPart(async () => (await import('./audit-line.tsx')).AuditLineRecord)

const columns: readonly Column<AuditLine>[] = [
  { label: 'What', place: 'lead', share: 1.75, show: (line) => <WhatCell line={line} /> },
  { label: 'Who', share: 0.9, show: (line) => <Cut className="font-semibold">{whoOf(line)}</Cut> },
  { label: 'When', share: 0.9, show: ({ at }) => <WhenCell at={at} /> },
  { label: 'Record', share: 1.2, show: (line) => <SubjectCell line={line} /> },
  {
    label: 'Why',
    share: 1.2,
    spare: true,
    show: ({ reason }) => <span className="line-clamp-2 text-13 text-ink-2">{reason ?? '–'}</span>,
  },
]

const byWords = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label)
const actions = KNOWN_ACTIONS.map((value) => ({ value, label: capital(actionInWords(value)) })).toSorted(byWords)

/** Everything that anybody has done, to be looked through and taken as a file; nobody changes or deletes a line. */
export function AdminAuditScreen() {
  const list = useListQuery({ filters: ['action', 'kind'] })
  const { address, narrowed, change } = list
  const wide = useWide()
  const pages = useCountedPages(
    LIST,
    (query) => call(LIST, { query }),
    (query) => call('GET /api/admin/audit/count', { query }),
    list.query,
  )
  const { rows } = pages
  const steps = useSteps<AuditLine>('line', rows)
  const { record, words } = useOpenRecord(
    LIST,
    (id) => call('GET /api/admin/audit/:id', { params: { id } }),
    steps,
    rows,
  )
  const moved = useQueueKeys({ pages, steps, offered: [], toggle: undefined })
  return (
    <>
      <PageHead
        over="Audit Log"
        title="Audit Log"
        below={[countLine(pages, narrowed), `Times in ${ownZone()}`].filter(Boolean).join(' · ')}
      />
      <div className="gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_34.75%]">
        <div className={`flex flex-col gap-3 lg:pt-4 ${deskCard}`}>
          <div className="lg:px-4">
            <FilterBar
              list={list}
              of="audit"
              searchLabel="Name, email or record id"
              narrowing={{ name: 'action', label: 'What was done', choices: actions }}
              csv={{ path: '/api/admin/audit/csv', name: 'audit-log.csv' }}
            >
              <select
                aria-label="Kind of record"
                value={address.kind ?? ''}
                onChange={({ target }) => change({ kind: target.value })}
                className="min-h-11 rounded-control bg-sunken px-3 text-14 font-semibold tracking-tight lg:min-h-9"
              >
                {['', ...SUBJECT_KINDS].map((value) => (
                  <option key={value} value={value} className="bg-surface text-ink">
                    {value === '' ? 'All records' : capital(value)}
                  </option>
                ))}
              </select>
            </FilterBar>
          </div>
          <LongTable
            label="Audit Log"
            columns={columns}
            pages={pages}
            empty={narrowed ? 'Nothing found. Try another search, or clear the filters.' : 'No activity yet'}
            onChoose={steps.open}
            nameOf={nameOf}
            chosen={steps.of}
            foot={wide && <Hints />}
          />
        </div>
        <RecordPlace
          open={steps.step !== undefined}
          of={steps.of}
          onClose={steps.back}
          title="Log entry"
          empty={<EmptyState>Choose an entry to see its details here.</EmptyState>}
        >
          <Suspense>{record ? <AuditLineRecord line={record} /> : <p role="status">{words}</p>}</Suspense>
        </RecordPlace>
        <p role="status" className="sr-only">
          {moved && record && nameOf(record)}
        </p>
      </div>
    </>
  )
}

/** The most used keys, once the list is there. */
function Hints() {
  return (
    <Suspense>
      <KeyHints decides={false} />
    </Suspense>
  )
}

function nameOf(line: AuditLine): string {
  const [who, called] = [whoOf(line), subjectOf(line)]
  return `${capital(actOf(line))}, ${who}${called === null || called === who ? '' : `: ${called}`}`
}

/** On a card the sentence is smaller than an amount would be. */
function WhatCell({ line }: { line: AuditLine }) {
  return <span className="block text-17 lg:text-14">{capital(actOf(line))}</span>
}

function WhenCell({ at }: { at: string }) {
  const [day, clock] = dayAndSecond(at)
  return (
    <time dateTime={at} className="block whitespace-nowrap">
      {day} <span className="block text-13 text-ink-2">{clock}</span>
    </time>
  )
}

function SubjectCell({ line }: { line: AuditLine }) {
  return (
    <>
      <Cut>{capital(line.subject.kind)}</Cut>
      <Cut className="text-13 text-ink-2">{subjectInList(line)}</Cut>
    </>
  )
}
