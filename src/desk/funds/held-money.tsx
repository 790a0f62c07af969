import { Link } from '@tanstack/react-router'
import type { HeldMoney } from '#investments/contract.ts'
import { Button } from '#ui/button.tsx'
import { isWaiting } from '#investments/rules.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'
import { useNow } from '#ui/now.ts'
import { ago, dayOf } from '#ui/times.ts'
import { useWhyNotDecide } from '#desk/decisions/may-decide.ts'
import { useWaitsFor } from '#desk/approvals/second-approval.ts'
import { Requests } from '#desk/approvals/waiting-approval.tsx'
import { statusWords } from '#desk/record-parts.tsx'
import { dollars } from '#money/show.ts'

type HeldListProps = {
  items: readonly HeldMoney[]
  onRefund: (item: HeldMoney) => void
  onUse: (item: HeldMoney) => void
}

/** Money that came in for investments and is still held: whose, since when, and what can be done with it. */
export function HeldList({ items, onRefund, onUse }: HeldListProps) {
  if (items.length === 0) return <EmptyState>Nothing is held in suspense.</EmptyState>
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => (
        <HeldRow key={item.id} item={item} onRefund={onRefund} onUse={onUse} />
      ))}
    </ul>
  )
}

function HeldRow({ item, onRefund, onUse }: Omit<HeldListProps, 'items'> & { item: HeldMoney }) {
  const { id, user, wallet, held, received, since, reason, status, uses } = item
  const now = useNow(60_000)
  const undecided = isWaiting(status) ? 'Waiting for approval: approve or decline it first.' : null
  const requests = useWaitsFor(id)
  const whyNot = useWhyNotDecide([user.id]) ?? undecided
  return (
    <li
      className={`flex gap-x-4 gap-y-2 py-4 max-lg:flex-col ${requests.length > 0 ? 'lg:items-start' : 'lg:items-center'}`}
    >
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Money amount={held} className="text-17 font-semibold" />
          {held !== received && <span className="text-13 text-ink-2">of {dollars(received)} that came in</span>}
        </p>
        <p className="text-14 text-ink-2 wrap-anywhere">
          <Link to="/view-account/$userId" params={{ userId: user.id }} className="font-semibold text-ink underline">
            {user.name}
          </Link>
          {`, at ${wallet.wallet_name}, `}
          <Link
            to="/admin-investments"
            search={{ tab: TAB[status], panel: 'investment', of: id }}
            className="text-ink underline"
          >
            declined <time dateTime={since}>{dayOf(since)}</time>
          </Link>
          {`, ${ago(since, now)}`}
          {status !== 'declined' && `, now ${statusWords(status).toLowerCase()}`}
        </p>
        {reason && <p className="text-13 text-ink-2 wrap-anywhere">{reason}</p>}
      </div>
      {requests.length > 0 ? (
        <div className="lg:max-w-107.5">
          <Requests waiting={requests} />
        </div>
      ) : whyNot ? (
        <p className="text-13 text-ink-2">{whyNot}</p>
      ) : (
        <div className="flex gap-2">
          {uses.length > 0 && (
            <Button variant="quiet" size="small" onClick={() => onUse(item)}>
              Use<span className="sr-only"> {nameOf(item)}</span>
            </Button>
          )}
          <Button variant="quiet" size="small" onClick={() => onRefund(item)}>
            Refund<span className="sr-only"> {nameOf(item)}</span>
          </Button>
        </div>
      )}
    </li>
  )
}

const TAB = {
  pending: 'pending',
  'waiting approval': 'pending',
  approved: 'active',
  completed: 'completed',
  declined: 'completed',
} as const

function nameOf({ held, user }: HeldMoney): string {
  return `${dollars(held)} of ${user.name}`
}
