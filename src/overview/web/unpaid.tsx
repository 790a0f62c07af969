import { Link } from '@tanstack/react-router'
import { ChevronRight, Hourglass } from 'lucide-react'
import * as text from '#texts/dashboard.ts'
import type { Investment } from '#investments/contract.ts'
import { awaitsPayment, stillToCome } from '#investments/rules.ts'
import { ZERO } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { momentOf } from '#ui/times.ts'

/** How many payments are still unpaid, where there are any, and what is still to be paid of the newest; leads to that. */
export function Unpaid({ investments }: { investments: readonly Investment[] }) {
  const unpaid = investments.filter((one) => one.status === 'pending' && awaitsPayment(one) && stillToCome(one) > ZERO)
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
        <span className="block font-semibold">{text.unpaid(unpaid.length)}</span>
        <span className="block text-14">
          {text.pay(showUsd(stillToCome(newest)), expires_at && momentOf(expires_at))}
        </span>
      </span>
      <ChevronRight className="size-5 shrink-0 rtl:-scale-x-100" aria-hidden />
    </Link>
  )
}
