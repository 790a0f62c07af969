import { Link } from '@tanstack/react-router'
import { ArrowUpRight, History, Sprout } from 'lucide-react'
import * as text from '#texts/withdrawal-menu.ts'
import { menuItemClass } from '#ui/action-menu.tsx'

type WithdrawalMenuProps = {
  source: 'investment' | 'referral'
  /** Of the card for what is invested, and so cannot be withdrawn yet. */
  invested: boolean
}

/** The ways from a balance to a withdrawal. They replace the panel in the history. */
export function WithdrawalMenu({ source, invested }: WithdrawalMenuProps) {
  return (
    <nav aria-label={text.menu} className="-mx-3">
      <Link to="/withdrawal" search={{ panel: 'withdraw', of: source }} replace className={menuItemClass}>
        <ArrowUpRight className="size-5 text-brand" aria-hidden />
        {source === 'referral' ? text.ofReferral : text.ofEarnings}
      </Link>
      <Link to="/withdrawal" search={{}} replace className={menuItemClass}>
        <History className="size-5 text-brand" aria-hidden />
        {text.withdrawals}
      </Link>
      {invested && (
        <Link to="/investment" search={{ tab: 'active' }} replace className={menuItemClass}>
          <Sprout className="size-5 text-brand" aria-hidden />
          {text.invested}
        </Link>
      )}
    </nav>
  )
}
