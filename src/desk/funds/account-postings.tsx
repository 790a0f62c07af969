import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { fromWire, microUsd, toWire, ZERO } from '#money/micro-usd.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ExactMoney } from '#ui/exact-money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { daysOf, momentOf } from '#ui/times.ts'
import { doneBy, nameOfAccount } from '#desk/account-names.ts'
import { call } from '#desk/calls.ts'
import { MoneyThere } from '#desk/money-there.tsx'
import * as text from '#texts/list.ts'
import * as story from '#texts/story.ts'
import { ListEnd } from '#lists/web/list-end.tsx'
import { usePages } from '#lists/web/pages.ts'
import { TRANSFERS } from '#ledger/rules.ts'
import type { AccountPosting, NamedAccount } from '#funds/contract.ts'
import type { ShownPosting } from '#log/check-opening-rules.ts'
import { CheckPostings } from '#log/web/check-postings.tsx'
import type { AskOpening } from '#log/web/check-shown.ts'
import { knotsOf, type Knot } from '#statements/web/knots.ts'

type AccountPostingsProps = {
  account: string
  /** The balance as it is shown elsewhere, in dollars: what is not posted yet included. */
  shown?: string
}

/** Everything that has been posted to an account, newest first: what it did, who did it, and for which record. */
export function AccountPostings({ account, shown }: AccountPostingsProps) {
  const pages = usePages(
    'GET /api/admin/postings',
    (asked) => call('GET /api/admin/postings', { query: { ...asked, account } }),
    { account },
  )
  const { rows, first, error } = pages
  if (error && !rows) return <EmptyState>{error.message}</EmptyState>
  if (!rows) return <Skeleton className="h-72" />
  const whose = { account, owner: first?.account.of ?? null }
  return (
    <>
      {first && <Balance posted={first.balance} shown={shown ?? first.balance} />}
      {rows.length === 0 && <EmptyState>Nothing has been posted to this account yet.</EmptyState>}
      <ol className="divide-y divide-line">
        {knotsOf(rows).map((knot) => {
          const { lines } = knot
          const [newest] = lines
          return (
            <li key={newest.sequence} className="py-3">
              {lines.length === 1 ? <PostingRow posting={newest} {...whose} /> : <Days knot={knot} {...whose} />}
            </li>
          )
        })}
      </ol>
      {rows.length > 0 && (
        <div className="-mx-5">
          <ListEnd pages={pages} words={text.newest} />
        </div>
      )}
    </>
  )
}

/** What is shown elsewhere, and of what it is made where not all of it is posted, so that it adds up as it is read. */
function Balance({ posted, shown }: { posted: string; shown: string }) {
  const rest = microUsd(fromWire(shown) - fromWire(posted))
  return (
    <>
      <p className="text-36 font-medium">
        <MoneyThere amount={shown} />
      </p>
      {rest !== ZERO && (
        <p className="text-13 text-ink-2">
          <MoneyThere amount={posted} /> posted, <MoneyThere amount={toWire(rest)} signed /> not yet posted
        </p>
      )}
    </>
  )
}

type Whose = { account: string; owner: NamedAccount['of'] }

/** The earnings of neighbouring days of one month, grouped as their investor reads them; they open to each posting. */
function Days({ knot: { lines, amount }, ...whose }: Whose & { knot: Knot<AccountPosting> }) {
  const [newest] = lines
  const oldest = lines.at(-1) ?? newest
  return (
    <div className="flex flex-col gap-1 text-13 text-ink-2">
      <Moved kind={newest.kind} amount={toWire(amount)} />
      <div className="flex items-baseline justify-between gap-3">
        <span>{daysOf(oldest.at, newest.at)}</span>
        <span className="whitespace-nowrap">
          then <MoneyThere amount={newest.balance_after} />
        </span>
      </div>
      <details className="group">
        <summary className="flex min-h-11 items-center gap-1.5 rounded-control text-14 font-medium text-brand lg:min-h-6">
          {story.eachOf(lines.length)}
          <ChevronDown className="size-4 group-open:rotate-180" aria-hidden />
        </summary>
        <ol className="divide-y divide-line">
          {lines.map((posting) => (
            <li key={posting.sequence} className="py-3">
              <PostingRow posting={posting} exact {...whose} />
            </li>
          ))}
        </ol>
      </details>
    </div>
  )
}

type MovedProps = { kind: AccountPosting['kind']; amount: string; exact?: boolean }

/** What it was, and how much: of several days each to the micro-dollar. */
function Moved({ kind, amount, exact = false }: MovedProps) {
  const className = 'font-semibold'
  return (
    <div className="flex items-baseline justify-between gap-3 text-15 text-ink">
      <span className="font-semibold">{TRANSFERS[kind].operator}</span>
      {exact ? (
        <ExactMoney amount={amount} signed className={className} />
      ) : (
        <MoneyThere amount={amount} signed className={className} />
      )}
    </div>
  )
}

function PostingRow({ posting, account, owner, exact = false }: Whose & { posting: AccountPosting; exact?: boolean }) {
  const { at, kind, amount, balance_after, reason, record, others } = posting
  return (
    <div className="flex flex-col gap-1 text-13 text-ink-2">
      <Moved kind={kind} amount={amount} exact={exact} />
      <div className="flex items-baseline justify-between gap-3">
        <span>
          <time dateTime={at}>{momentOf(at)}</time>, {cameAbout(posting, owner)}
        </span>
        <span className="whitespace-nowrap">
          then {exact ? <ExactMoney amount={balance_after} /> : <MoneyThere amount={balance_after} />}
        </span>
      </div>
      {others.map((other) => (
        <div key={other.name} className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">{nameOfAccount(other)}</span>
          {exact ? <ExactMoney amount={other.amount} signed /> : <MoneyThere amount={other.amount} signed />}
        </div>
      ))}
      {reason && <p className="wrap-anywhere">{reason}</p>}
      <RecordLink record={record} />
      <CheckPostings shown={[shownOn(account, posting)]} ask={askWhole} className="text-14 lg:min-h-6" />
    </div>
  )
}

const askWhole: AskOpening = (id) => call('GET /api/admin/opening/:id', { params: { id } })

/** What the list shows of a posting, to be found in the log. */
function shownOn(account: string, { id, at, kind, amount, balance_after, others }: AccountPosting): ShownPosting {
  const beside = others.map((other) => ({ account: other.name, amount: other.amount, balance_after: null }))
  return { id, at, kind, entries: [{ account, amount, balance_after }, ...beside] }
}

/** Who did it. Nobody decides earnings: whoever moved the money next only came before the daily posting. */
function cameAbout({ kind, by, asked_by, job, others }: AccountPosting, owner: NamedAccount['of']): string {
  if (by === null) return `automatically (${job})`
  if (kind !== 'investment earned') return doneBy(by, asked_by)
  const theirs = [owner, ...others.map(({ of }) => of)].some((of) => of?.id === by.id)
  return theirs ? `credited as ${by.name} moved money` : `credited before a correction by ${by.name}`
}

const SCREENS = {
  investment: '/admin-investments',
  withdrawal: '/admin-withdrawals',
  referral: '/admin-referrals',
} as const
const linkClass = 'flex min-h-11 items-center self-start text-14 font-semibold text-brand lg:min-h-6'

/** The way to the record that a posting belongs to. */
function RecordLink({ record: { kind, id } }: Pick<AccountPosting, 'record'>) {
  if (kind === 'wallet' || kind === 'reserve') return null
  if (kind === 'user') {
    return (
      <Link to="/view-account/$userId" params={{ userId: id }} className={linkClass}>
        See the account
      </Link>
    )
  }
  return (
    <Link to={SCREENS[kind]} search={{ panel: kind, of: id }} className={linkClass}>
      See the {kind}
    </Link>
  )
}
