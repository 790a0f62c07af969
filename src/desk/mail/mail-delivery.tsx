import type { ListedMessage, Mailing, MessageState } from '#mail/contract.ts'
import { segmentInWords } from '#mail/rules.ts'
import { Button } from '#ui/button.tsx'
import type { Column } from '#ui/record-table.tsx'
import type { Status } from '#kit/wire.ts'
import { StatusPill } from '#ui/status-pill.tsx'
import { useRefresh } from '#ui/read.ts'
import { useSubmission } from '#ui/submission.ts'
import { momentOf } from '#ui/times.ts'
import { useCountedPages } from '#lists/web/counted.ts'
import { useListQuery } from '#lists/web/list-query.ts'
import { call, useRead } from '#desk/calls.ts'
import { FilterBar } from '#lists/web/filter-bar.tsx'
import { people } from './mail-draft.ts'
import { useMayChange } from '#desk/decisions/may-decide.ts'
import { deskCard, LongTable } from '#lists/web/long-table.tsx'

const LIST = 'GET /api/admin/messages'

const STATES: readonly { value: MessageState; label: string; status: Status }[] = [
  { value: 'waiting', label: 'Waiting', status: 'pending' },
  { value: 'delivered', label: 'Handed over', status: 'approved' },
  { value: 'failed', label: 'Failed', status: 'declined' },
]

const columns: readonly Column<ListedMessage>[] = [
  {
    label: 'Receiver',
    place: 'lead',
    share: 2.4,
    show: ({ receiver, channel }) => (
      <span className="block text-15 font-semibold wrap-anywhere">
        {receiver}
        {channel === 'text' && <span className="font-normal text-ink-2"> (text message)</span>}
      </span>
    ),
  },
  { label: 'State', place: 'corner', share: 1.2, show: (message) => <StatePill message={message} /> },
  { label: 'Subject', share: 2.4, show: ({ subject }) => <span className="wrap-anywhere">{subject ?? 'Code'}</span> },
  { label: 'Created', share: 1.4, show: ({ created_at }) => momentOf(created_at) },
  { label: 'Tries', figures: true, share: 0.6, show: ({ tries }) => tries },
  { label: 'What happened', share: 3, show: (message) => <WhatHappened message={message} /> },
]

/** What has become of every message: mailings as a whole, then each on its own. */
export function MailDelivery() {
  const list = useListQuery({ filters: ['status'] })
  const pages = useCountedPages(
    LIST,
    (query) => call(LIST, { query }),
    (query) => call('GET /api/admin/messages/count', { query }),
    list.query,
  )
  return (
    <div className="flex flex-col gap-4">
      <Mailings />
      <div className={`${deskCard} lg:pt-4`}>
        <div className="pb-3 lg:px-4">
          <FilterBar
            list={list}
            of="messages"
            searchLabel="Receiver or subject"
            narrowing={{ name: 'status', label: 'Status', choices: STATES }}
            csv={{ path: '/api/admin/messages/csv', name: 'messages.csv' }}
          />
        </div>
        <LongTable
          label="Messages"
          columns={columns}
          pages={pages}
          empty={list.narrowed ? 'Nothing found. Try another search, or clear the filters.' : 'No messages yet'}
        />
      </div>
    </div>
  )
}

function StatePill({ message: { state, to_file } }: { message: ListedMessage }) {
  if (to_file) return <StatusPill status="completed" label="In a file" />
  const { label, status } = STATES.find(({ value }) => value === state) ?? { label: state, status: 'pending' as const }
  return <StatusPill status={status} label={label} />
}

function WhatHappened({ message }: { message: ListedMessage }) {
  const { state, delivered_at, to_file, next_try_at, last_error, secret } = message
  if (state === 'delivered' && delivered_at) {
    const at = momentOf(delivered_at)
    return to_file ? `Saved to a file ${at}. Nobody receives it` : `Taken by the mail server or gateway ${at}`
  }
  if (state === 'waiting' && !last_error) return 'Not tried yet'
  return (
    <div className="flex flex-col items-start gap-1 max-md:items-end">
      {last_error && <span className="text-13 wrap-anywhere">{last_error}</span>}
      {state === 'waiting' && next_try_at && (
        <span className="text-13 text-ink-2">Tried again {momentOf(next_try_at)}</span>
      )}
      {state === 'failed' && <Retry message={message} />}
      {state === 'failed' && secret && !message.may_retry && (
        <span className="text-13 text-ink-2">It carried a code or a link. The receiver can ask for a new one.</span>
      )}
    </div>
  )
}

function Retry({ message: { id, receiver, may_retry } }: { message: ListedMessage }) {
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const mayChange = useMayChange()
  if (!may_retry || !mayChange) return null
  const again = () =>
    void submit(() => call('POST /api/retry-message/:id', { params: { id } }), { sending: false, done: refresh })
  return (
    <Button variant="quiet" size="small" busy={busy} aria-label={`Try again: ${receiver}`} onClick={again}>
      {busy ? 'sending...' : 'Try again'}
    </Button>
  )
}

/** The newest mailings, while there are any. */
function Mailings() {
  const { data } = useRead('GET /api/admin/mailings')
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label="Mailings" className="rounded-card bg-surface shadow-raised">
      <ul className="divide-y divide-line">
        {data.items.map((mailing) => (
          <MailingRow key={mailing.id} mailing={mailing} />
        ))}
      </ul>
    </section>
  )
}

const MAILING_STATES: Record<Mailing['state'], { status: Status; label: string }> = {
  sending: { status: 'pending', label: 'Sending' },
  sent: { status: 'approved', label: 'Sent' },
  stopped: { status: 'completed', label: 'Stopped' },
}

function MailingRow({ mailing }: { mailing: Mailing }) {
  const { id, title, segment, plan, sent_by, created_at, state, expected, written, delivered, failed } = mailing
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const mayChange = useMayChange()
  const { status, label } = MAILING_STATES[state]
  const all = Math.max(expected, written)
  const stop = () =>
    void submit(() => call('POST /api/stop-mailing/:id', { params: { id } }), { sending: false, done: refresh })
  return (
    <li className="flex flex-col gap-2 px-5 py-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="min-w-0 flex-1 text-15 wrap-anywhere">{title}</h2>
        <StatusPill status={status} label={label} />
        {state === 'sending' && mayChange && (
          <Button variant="danger" size="small" busy={busy} aria-label={`Stop: ${title}`} onClick={stop}>
            Stop
          </Button>
        )}
      </div>
      {state === 'sending' && (
        <progress
          aria-label={`Handed over of ${title}`}
          max={all}
          value={delivered + failed}
          className="h-1.5 w-full accent-brand"
        />
      )}
      <p className="text-13 text-ink-2">
        {segmentInWords(segment, plan?.name)}, {people(all)}: {count(delivered)} handed over
        {failed > 0 && `, ${count(failed)} not`}. Sent by {sent_by.name}, {momentOf(created_at)}
      </p>
    </li>
  )
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
