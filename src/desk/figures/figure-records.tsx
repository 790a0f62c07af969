import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Money } from '#ui/money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { momentOf } from '#ui/times.ts'
import { call } from '#desk/calls.ts'
import type { FigureSource } from './figure-link.tsx'
import { usePages, type Pages } from '#lists/web/pages.ts'
import { ListEnd } from '#lists/web/list-end.tsx'
import { RecordList } from '#lists/web/record-list.tsx'
import { TRANSFERS } from '#ledger/rules.ts'
import { dollars } from '#money/show.ts'

/** What a figure is made of, with the sum of all of it. */
export function FigureRecords({ asked }: { asked: FigureSource }) {
  if (asked.call === 'moves') return <Moves asked={asked} />
  if (asked.call === 'due') return <DueList asked={asked} />
  return <Balances asked={asked} />
}

function Moves({ asked: { call: _, ...query } }: { asked: Extract<FigureSource, { call: 'moves' }> }) {
  const pages = usePages(
    'GET /api/admin/moves',
    (page) => call('GET /api/admin/moves', { query: { ...query, ...page } }),
    query,
  )
  return (
    <Listed total={pages.first?.total} pages={pages} empty="No money moved in this period.">
      {({ id, at, kind, amount, wallet, record, user }) => (
        <Line
          key={id}
          title={
            <Link
              to={record.kind === 'investment' ? '/admin-investments' : '/admin-withdrawals'}
              search={{ panel: record.kind, of: record.id }}
              className={wholeLine}
            >
              {user.name}
            </Link>
          }
          detail={`${TRANSFERS[kind].operator}, ${wallet}`}
          amount={amount}
          note={momentOf(at)}
        />
      )}
    </Listed>
  )
}

function DueList({ asked: { call: _, ...query } }: { asked: Extract<FigureSource, { call: 'due' }> }) {
  const pages = usePages(
    'GET /api/admin/due',
    (page) => call('GET /api/admin/due', { query: { ...query, ...page } }),
    query,
  )
  const { first } = pages
  return (
    <Listed
      total={first?.principal}
      line={
        first &&
        `principal of ${first.count} ${first.count === 1 ? 'investment' : 'investments'}, and ${dollars(first.to_earn)} still to earn`
      }
      pages={{ ...pages, all: first && { count: first.count, more: false } }}
      empty="No running investment ends in this period."
    >
      {({ id, amount, to_earn, ends_at, plan, user }) => (
        <Line
          key={id}
          title={
            <Link to="/admin-investments" search={{ tab: 'active', panel: 'investment', of: id }} className={wholeLine}>
              {user.name}
            </Link>
          }
          detail={`${plan}, ends ${momentOf(ends_at)}`}
          amount={amount}
          note={`and ${dollars(to_earn)} to earn`}
        />
      )}
    </Listed>
  )
}

function Balances({ asked: { account } }: { asked: Extract<FigureSource, { call: 'balances' }> }) {
  const pages = usePages(
    'GET /api/admin/balances',
    (page) => call('GET /api/admin/balances', { query: { account, ...page } }),
    { account },
    { idOf: ({ user }) => user.id },
  )
  return (
    <Listed total={pages.first?.total} pages={pages} empty="Nothing is owed on this account.">
      {({ user, amount }) => (
        <Line
          key={user.id}
          title={
            <Link to="/view-account/$userId" params={{ userId: user.id }} className={wholeLine}>
              {user.name}
            </Link>
          }
          detail={user.email}
          amount={amount}
        />
      )}
    </Listed>
  )
}

type ListedProps<Row> = {
  total: string | undefined
  line?: string | undefined
  pages: Pages<Row>
  empty: string
  children: (row: Row) => ReactNode
}

function Listed<Row>({ total, line, pages, empty, children }: ListedProps<Row>) {
  const { rows, error } = pages
  if (error && !rows) return <LoadFailed again={pages.again}>{error.message}</LoadFailed>
  if (!rows) return <Skeleton className="h-72" />
  return (
    <>
      {total === undefined ? (
        <Skeleton className="h-14" />
      ) : (
        <p className="text-36 font-medium">
          <Money amount={total} />
        </p>
      )}
      {line && <p className="text-14 text-ink-2">{line}</p>}
      {rows.length === 0 && <EmptyState>{empty}</EmptyState>}
      <RecordList
        pages={pages}
        end={
          rows.length > 0 && (
            <div className="-mx-5">
              <ListEnd pages={pages} />
            </div>
          )
        }
      >
        {children}
      </RecordList>
    </>
  )
}

/** The class of a link that can be tapped anywhere on its line. */
const wholeLine = 'text-15 font-semibold after:absolute after:inset-0 after:rounded-control'

type LineProps = { title: ReactNode; detail: string; amount: string; note?: string }

function Line({ title, detail, amount, note }: LineProps) {
  return (
    <li className="relative flex items-baseline justify-between gap-3 py-3">
      <span className="min-w-0">
        {title}
        <span className="block text-13 text-ink-2 wrap-anywhere">{detail}</span>
      </span>
      <span className="shrink-0 text-end max-xs:text-start">
        <Money amount={amount} className="font-semibold" />
        {note && <span className="block text-13 text-ink-2">{note}</span>}
      </span>
    </li>
  )
}
