import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as text from '#texts/story.ts'
import { fromWire, sum, toWire, ZERO } from '#money/micro-usd.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { clockTime } from '#ui/times.ts'
import { AccountEnd } from './account-end.tsx'
import { knotsOf } from './knots.ts'
import { useStory } from './pages.ts'
import { PostingKnot } from './posting-knot.tsx'
import { StoryHead } from './story-head.tsx'
import { BALANCES, type StoryAccount, type StoryProps } from './story.ts'
import { UnpostedKnot } from './unposted-knot.tsx'

type AccountStoryProps = StoryProps & { account: StoryAccount }

/** A balance and the postings that make it, newest first, down to nothing. */
export function AccountStory({ account, balance, histories, user }: AccountStoryProps) {
  const story = useStory(account)
  const [open, setOpen] = useState<string | null>(null)
  const { first: newest, rows } = story
  if (story.error && !rows) return <LoadFailed again={story.again}>{text.failed}</LoadFailed>
  if (!newest || !rows) return <Coming amount={balance?.[BALANCES[account]]} />
  const toggle = (id: string) => setOpen(open === id ? null : id)
  return (
    <>
      <StoryHead amount={totalOf(newest)} note={text.asOf(clockTime(newest.as_of))} bare={newest.count === 0} />
      <ol aria-label={text.postings}>
        <UnpostedKnot unposted={newest.unposted} open={open === 'now'} onToggle={() => toggle('now')} />
        {knotsOf(rows).map((knot) => (
          <PostingKnot
            key={knot.id}
            knot={knot}
            account={account}
            user={user}
            records={histories}
            open={open === knot.id}
            onToggle={() => toggle(knot.id)}
          />
        ))}
      </ol>
      {newest.count === 0 ? (
        <Empty of={account === 'earnings' && isSome(newest.unposted) ? 'earning' : account} />
      ) : (
        <AccountEnd story={story} newest={newest} />
      )}
    </>
  )
}

/** What is posted, with what has been earned since. */
function totalOf({ balance, unposted }: { balance: string; unposted: string }): string {
  return toWire(sum([fromWire(balance), fromWire(unposted)]))
}

/** The number is here already, its postings are not. */
function Coming({ amount }: { amount: string | undefined }) {
  return (
    <div aria-busy>
      {amount === undefined ? <Skeleton className="h-16" /> : <StoryHead amount={amount} note={text.loading} />}
      <Skeleton className="mt-3 h-80" />
    </div>
  )
}

function isSome(amount: string): boolean {
  return fromWire(amount) !== ZERO
}

const next = {
  earning: { to: '/investment', label: text.toInvestments },
  earnings: { to: '/invest', label: text.toPlans },
  invested: { to: '/invest', label: text.toPlans },
  bonus: { to: '/invest', label: text.toPlans },
  referral: { to: '/referral', label: text.toInvitation },
  withdrawing: { to: '/withdrawal', label: text.toWithdrawal },
} as const

/** No posting yet. Whose investment earns already is not asked to choose a plan. */
function Empty({ of }: { of: StoryAccount | 'earning' }) {
  const { to, label } = next[of]
  const link = (
    <Link to={to} search={{}} replace className={buttonClass('secondary', 'medium')}>
      {label}
    </Link>
  )
  return <EmptyState next={link}>{text.empty[of]}</EmptyState>
}
