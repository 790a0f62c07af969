import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { stateNames } from '#texts/kyc.ts'
import { countOf } from '#texts/locale.ts'
import { fromWire, microUsd, ZERO } from '#money/micro-usd.ts'
import { dollars, showUsd } from '#money/show.ts'
import { type BackgroundFact, unusualFacts } from '#withdrawals/background-rules.ts'
import type { Withdrawal, WithdrawalBackground } from '#withdrawals/contract.ts'
import { FigureList } from '#ui/figures.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ago, dayOf } from '#ui/times.ts'
import { useRead } from '#desk/calls.ts'

type Fact = { fact: BackgroundFact; term: string; value: ReactNode }

/** Whether a withdrawal is ordinary: what is not comes first, in words. Nothing once it has been decided and paid. */
export function Background({ withdrawal }: { withdrawal: Withdrawal }) {
  const { id, status } = withdrawal
  return status === 'pending' || status === 'approved' ? <OfOpen key={id} withdrawal={withdrawal} /> : null
}

function OfOpen({ withdrawal }: { withdrawal: Withdrawal }) {
  const params = { id: withdrawal.id }
  const { data, error, refetch } = useRead('GET /api/admin/withdrawal-background/:id', { params })
  if (error) return <LoadFailed again={refetch} />
  if (!data) return <Skeleton className="mt-4 h-64" />
  const unusual = unusualFacts(data)
  const facts = factsOf(data, withdrawal)
  const ordinary = facts.filter(({ fact }) => !unusual.has(fact))
  return (
    <section aria-label="Background" className="mt-4">
      <h3 className="sr-only">Background</h3>
      {unusual.size > 0 ? (
        <div className="rounded-tile bg-pending-wash p-4 text-pending">
          <p className="mb-2 flex items-center gap-2 text-14 font-semibold">
            <TriangleAlert className="size-5 shrink-0" aria-hidden />
            {countOf(unusual.size, { one: '# thing is unusual', other: '# things are unusual' })}
          </p>
          <FigureList
            className="[&_dt]:text-pending"
            figures={facts.filter(({ fact }) => unusual.has(fact)).map(({ term, value }) => ({ term, value }))}
          />
        </div>
      ) : (
        <p className="flex items-center gap-2 text-14 font-semibold text-up">
          <CircleCheck className="size-5 shrink-0" aria-hidden />
          Nothing unusual
        </p>
      )}
      <FigureList className="pt-3" figures={ordinary.map(({ term, value }) => ({ term, value }))} />
    </section>
  )
}

/** Each thing that is told, with the way to where it stands. */
function factsOf(background: WithdrawalBackground, { user, amount, wallet_address }: Withdrawal): Fact[] {
  const { as_of, paid_in, paid_out, refunded, waiting, first_paid_in, joined_at, kyc, kyc_decided_at } = background
  const account = (shown: ReactNode) => (
    <Link to="/view-account/$userId" params={{ userId: user.id }} className={linked}>
      {shown}
    </Link>
  )
  const withdrawalsTo = (shown: ReactNode) => (
    <Link to="/admin-withdrawals" search={{ q: wallet_address }} className={linked}>
      {shown}
    </Link>
  )
  const trail = (shown: ReactNode) => (
    <Link to="/admin-audit" search={{ q: user.id }} className={linked}>
      {shown}
    </Link>
  )
  const when = (at: string) => `${dayOf(at)}, ${ago(at, Date.parse(as_of))}`
  const beyond = microUsd(fromWire(paid_out) + fromWire(refunded) + fromWire(amount) - fromWire(paid_in))
  const facts: (Fact | false)[] = [
    { fact: 'paid in', term: 'Paid in so far', value: account(first_paid_in ? dollars(paid_in) : 'Nothing') },
    {
      fact: 'paid out',
      term: 'Paid out so far',
      value: (
        <>
          {account(dollars(paid_out))}
          {fromWire(refunded) > ZERO && <Small>and {dollars(refunded)} sent back</Small>}
          {beyond > ZERO && first_paid_in && <Small>with this, {showUsd(beyond)} more than was paid in</Small>}
        </>
      ),
    },
    waiting.count > 0 && {
      fact: 'waiting',
      term: 'Also waiting',
      value: `${countOf(waiting.count, { one: '# withdrawal', other: '# withdrawals' })}, ${dollars(waiting.amount)}`,
    },
    {
      fact: 'first payment',
      term: 'First paid in',
      value: first_paid_in ? (
        <Link to="/admin-investments" search={{ panel: 'investment', of: first_paid_in.id }} className={linked}>
          {when(first_paid_in.at)}
        </Link>
      ) : (
        '–'
      ),
    },
    {
      fact: 'account',
      term: 'Account',
      value: account(background.blocked ? 'Sign-in is blocked' : `Since ${when(joined_at)}`),
    },
    { fact: 'address', term: 'This address', value: withdrawalsTo(addressWords(background)) },
    { fact: 'others', term: 'Used by others', value: <Others background={background} all={withdrawalsTo} /> },
    {
      fact: 'identity',
      term: 'Identity check',
      value: account(kyc_decided_at ? `${stateNames[kyc]}, ${dayOf(kyc_decided_at)}` : stateNames[kyc]),
    },
    { fact: 'password', term: 'Password', value: trail(passwordWords(background, when)) },
    {
      fact: 'device',
      term: 'New device',
      value: trail(background.new_device_at ? `Signed in ${when(background.new_device_at)}` : 'None'),
    },
  ]
  return facts.filter((one) => one !== false)
}

/** High enough to be pressed, and no higher than the words beside it. */
const linked = '-my-1 inline-block py-1 underline decoration-line-strong underline-offset-4'

function Small({ children }: { children: ReactNode }) {
  return <span className="block text-13 font-normal">{children}</span>
}

function addressWords({ own }: WithdrawalBackground): string {
  const { count, paid, first_at, paid_elsewhere } = own
  if (first_at === null) {
    if (paid_elsewhere === 0) return 'First use, nothing paid before'
    return `First use; ${countOf(paid_elsewhere, { one: '# payout', other: '# payouts' })} went elsewhere`
  }
  return `Since ${dayOf(first_at)}: ${countOf(count, { one: '# withdrawal', other: '# withdrawals' })}, ${paid} paid`
}

function passwordWords(
  { password_changed_at, reset_required }: WithdrawalBackground,
  when: (at: string) => string,
): string {
  if (reset_required) return 'Has to be reset'
  return password_changed_at ? `Changed ${when(password_changed_at)}` : 'As it was chosen at first'
}

/** Of those who used it too, so many are named: what comes after them is to be read as well. */
const NAMED = 4

/** Who else, each with their latest record; `all` leads to everything that was asked to be paid there. */
function Others({ background: { others, others_count }, all }: OthersProps) {
  if (others_count === 0) return 'Nobody'
  const more = others_count - NAMED
  return (
    <ul>
      {others.slice(0, NAMED).map(({ user, count, paid, latest }) => (
        <li key={user.id}>
          <Link
            to={latest.kind === 'withdrawal' ? '/admin-withdrawals' : '/admin-investments'}
            search={{ panel: latest.kind, of: latest.id }}
            className={linked}
          >
            {user.name}, {countOf(count, { one: 'once', other: '# times' })}
          </Link>
          <span className="text-13 font-normal">, {paid > 0 ? `${paid} paid` : 'none paid'}</span>
        </li>
      ))}
      {more > 0 && <li>{all(`and ${more} more`)}</li>}
    </ul>
  )
}

type OthersProps = { background: WithdrawalBackground; all: (shown: ReactNode) => ReactNode }
