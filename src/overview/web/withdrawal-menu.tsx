import { Link } from '@tanstack/react-router'
import { ArrowUpRight, History, Sprout } from 'lucide-react'
import { menuItemClass } from '#ui/action-menu.tsx'

type WithdrawalMenuProps = {
  source: 'investment' | 'referral'
  /** Of the card for what is invested, and so cannot be withdrawn yet. */
  invested: boolean
}

/** The ways from a balance to a withdrawal. They replace the panel in the history. */
export function WithdrawalMenu({ source, invested }: WithdrawalMenuProps) {
  return (
    <nav aria-label="Withdrawal" className="-mx-3">
      <Link to="/withdrawal" search={{ panel: 'withdraw', of: source }} replace className={menuItemClass}>
        <ArrowUpRight className="size-5 text-brand" aria-hidden />
        {source === 'referral' ? 'Withdraw your referral balance' : 'Withdraw your earnings'}
      </Link>
      <Link to="/withdrawal" search={{}} replace className={menuItemClass}>
        <History className="size-5 text-brand" aria-hidden />
        Your withdrawals
      </Link>
      {invested && (
        <Link to="/investment" search={{ tab: 'active' }} replace className={menuItemClass}>
          <Sprout className="size-5 text-brand" aria-hidden />
          What is invested, and until when
        </Link>
      )}
    </nav>
  )
}
