import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { countOf } from '#texts/locale.ts'
import { fromWire, microUsd, ZERO } from '#money/micro-usd.ts'
import { dollars, showUsd } from '#money/show.ts'
import { type BackgroundFact, unusualFacts } from '#withdrawals/background-rules.ts'
import type { Withdrawal, WithdrawalBackground } from '#withdrawals/contract.ts'
import { type Figure, FigureList } from '#ui/figures.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useRead } from '#desk/calls.ts'
import { backgroundLines, NAMED, otherWords, unusualLines } from './background-words.ts'

type OfWithdrawal = { withdrawal: Withdrawal }

/** What is unusual about a withdrawal, before all else that is told of it. Nothing once it has been decided and paid. */
export function Unusual({ withdrawal }: OfWithdrawal) {
  return isOpen(withdrawal) ? <UnusualOfOpen key={withdrawal.id} withdrawal={withdrawal} /> : null
}

/** The same where something else has to be in view: what it is about alone, and nothing where nothing is unusual. */
export function UnusualInShort({ withdrawal }: OfWithdrawal) {
  const { data } = useBackground(withdrawal.id)
  const unusual = data ? unusualLines(data).map(({ term }) => term.charAt(0).toLowerCase() + term.slice(1)) : []
  if (unusual.length === 0) return null
  return (
    <div className="mt-3">
      <Notice>
        {countOf(unusual.length, { one: '# thing is unusual', other: '# things are unusual' })}: {unusual.join(', ')}.
      </Notice>
    </div>
  )
}

/** What else is told of its background: what is ordinary. Nothing once it has been decided and paid. */
export function Background({ withdrawal }: OfWithdrawal) {
  return isOpen(withdrawal) ? <OrdinaryOfOpen key={withdrawal.id} withdrawal={withdrawal} /> : null
}

function isOpen({ status }: Withdrawal): boolean {
  return status === 'pending' || status === 'approved'
}

function useBackground(id: string) {
  return useRead('GET /api/admin/withdrawal-background/:id', { params: { id } })
}

function UnusualOfOpen({ withdrawal }: OfWithdrawal) {
  const { data, error, refetch } = useBackground(withdrawal.id)
  if (error) return <LoadFailed again={refetch} />
  if (!data) return <Skeleton className="mt-4 h-24" />
  const unusual = unusualFacts(data)
  return (
    <section aria-label="What is unusual" className="mt-4">
      {unusual.size > 0 ? (
        <div className="rounded-tile bg-pending-wash p-4 text-pending">
          <p className="mb-2 flex items-center gap-2 text-14 font-semibold">
            <TriangleAlert className="size-5 shrink-0" aria-hidden />
            {countOf(unusual.size, { one: '# thing is unusual', other: '# things are unusual' })}
          </p>
          <FigureList
            className="[&_dt]:text-pending"
            figures={figuresOf(data, withdrawal, (fact) => unusual.has(fact))}
          />
        </div>
      ) : (
        <p className="flex items-center gap-2 text-14 font-semibold text-up">
          <CircleCheck className="size-5 shrink-0" aria-hidden />
          Nothing unusual
        </p>
      )}
    </section>
  )
}

function OrdinaryOfOpen({ withdrawal }: OfWithdrawal) {
  const { data } = useBackground(withdrawal.id)
  if (!data) return null
  const unusual = unusualFacts(data)
  return (
    <section aria-label="Background" className="border-t border-line py-4">
      <h3 className="mb-2 text-13 font-normal text-ink-2">Background</h3>
      <FigureList figures={figuresOf(data, withdrawal, (fact) => !unusual.has(fact))} />
    </section>
  )
}

/** What is told, each thing with the way to where it stands. */
function figuresOf(
  background: WithdrawalBackground,
  withdrawal: Withdrawal,
  isWanted: (fact: BackgroundFact) => boolean,
): Figure[] {
  return backgroundLines(background)
    .filter(({ fact }) => isWanted(fact))
    .map(({ fact, term, words }) => ({ term, value: valueOf(fact, words, { background, withdrawal }) }))
}

type Of = { background: WithdrawalBackground; withdrawal: Withdrawal }

function valueOf(fact: BackgroundFact, words: string, of: Of): ReactNode {
  const { background, withdrawal } = of
  const { user, wallet_address } = withdrawal
  const withdrawalsTo = (shown: ReactNode) => (
    <Link to="/admin-withdrawals" search={{ q: wallet_address }} className={linked}>
      {shown}
    </Link>
  )
  switch (fact) {
    case 'waiting':
      return words
    case 'first payment':
      return background.first_paid_in ? (
        <Link
          to="/admin-investments"
          search={{ panel: 'investment', of: background.first_paid_in.id }}
          className={linked}
        >
          {words}
        </Link>
      ) : (
        words
      )
    case 'address':
      return withdrawalsTo(words)
    case 'others':
      return <Others background={background} all={withdrawalsTo} />
    case 'password':
    case 'device':
      return (
        <Link to="/admin-audit" search={{ q: user.id }} className={linked}>
          {words}
        </Link>
      )
    case 'paid in':
    case 'paid out':
    case 'account':
    case 'identity':
      return (
        <>
          <Link to="/view-account/$userId" params={{ userId: user.id }} className={linked}>
            {words}
          </Link>
          {fact === 'paid out' && <Beyond {...of} />}
        </>
      )
  }
}

/** What was sent back besides, and how much more than was paid in this would make of it. */
function Beyond({ background: { paid_in, paid_out, refunded, first_paid_in }, withdrawal: { amount } }: Of) {
  const beyond = microUsd(fromWire(paid_out) + fromWire(refunded) + fromWire(amount) - fromWire(paid_in))
  return (
    <>
      {fromWire(refunded) > ZERO && <Small>and {dollars(refunded)} sent back</Small>}
      {beyond > ZERO && first_paid_in && <Small>with this, {showUsd(beyond)} more than was paid in</Small>}
    </>
  )
}

/** High enough to be pressed, and no higher than the words beside it. */
const linked = '-my-1 inline-block py-1 underline decoration-line-strong underline-offset-4'

function Small({ children }: { children: ReactNode }) {
  return <span className="block text-13 font-normal">{children}</span>
}

/** Who else, each with their latest record; `all` leads to everything that was asked to be paid there. */
function Others({ background: { others, others_count }, all }: OthersProps) {
  if (others_count === 0) return 'Nobody'
  const more = others_count - NAMED
  return (
    <ul>
      {others.slice(0, NAMED).map((other) => (
        <li key={other.user.id}>
          <Link
            to={other.latest.kind === 'withdrawal' ? '/admin-withdrawals' : '/admin-investments'}
            search={{ panel: other.latest.kind, of: other.latest.id }}
            className={linked}
          >
            {otherWords(other)}
          </Link>
          <Small>{other.paid > 0 ? `${other.paid} paid` : 'none paid'}</Small>
        </li>
      ))}
      {more > 0 && <li>{all(`and ${more} more`)}</li>}
    </ul>
  )
}

type OthersProps = { background: WithdrawalBackground; all: (shown: ReactNode) => ReactNode }
