import { Link } from '@tanstack/react-router'
import { ChevronRight, Hourglass } from 'lucide-react'
import type { Investment } from '#investments/contract.ts'
import { Money } from '#ui/money.tsx'
import { momentOf } from '#ui/times.ts'

/** How many payments are still unpaid, where there are any; leads to the newest. */
export function Unpaid({ investments }: { investments: readonly Investment[] }) {
  const unpaid = investments.filter(({ status }) => status === 'pending')
  const newest = unpaid[0]
  if (!newest) return null
  const { tranx_id, amount, wallet, expires_at } = newest
  return (
    <Link
      to="/payment"
      search={{ tranx_id, amount, wallet: wallet.wallet_name, address: wallet.wallet_address }}
      className="pressable flex items-center gap-3.5 rounded-card bg-pending-wash p-4 text-pending"
    >
      <Hourglass className="size-5 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">
          {unpaid.length === 1 ? '1 payment is still unpaid' : `${unpaid.length} payments are still unpaid`}
        </span>
        <span className="block text-14">
          Pay <Money amount={amount} />
          {expires_at && ` by ${momentOf(expires_at)}`}
        </span>
      </span>
      <ChevronRight className="size-5 shrink-0" aria-hidden />
    </Link>
  )
}
