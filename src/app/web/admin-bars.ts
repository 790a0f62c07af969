import { House, LayoutGrid, UsersRound } from 'lucide-react'
import { adminScreens } from './admin-screens.ts'
import type { MenuItem } from './menu.ts'
import { paths } from './paths.ts'
import { withCount } from './admin-waiting-count.tsx'

const { plans, wallets, mail, funds, audit, settings } = adminScreens
const withCounts = <Item extends (typeof adminScreens)[Counted]>(item: Item) => ({
  ...item,
  icon: withCount(item.icon, item.waits),
})
type Counted = 'investments' | 'withdrawals' | 'referrals' | 'users' | 'checks'
const investments = withCounts(adminScreens.investments)
const withdrawals = withCounts(adminScreens.withdrawals)
const referrals = withCounts(adminScreens.referrals)
const users = withCounts(adminScreens.users)
const checks = withCounts(adminScreens.checks)

/** The spine of the wide screens, in few words: first what is decided on. */
export const adminSpine: readonly MenuItem[] = [
  { to: paths.home, label: 'Home', icon: withCount(LayoutGrid, ['approvals']) },
  ...[investments, withdrawals, referrals, users, checks, plans, wallets, funds, mail, audit, settings].map(
    ({ to, short, icon }) => ({ to, label: short, icon }),
  ),
]

/** The bottom bar of a phone, to which it adds Support. */
export const adminBar: readonly MenuItem[] = [
  { to: users.to, label: 'Users', icon: withCount(UsersRound, ['matches']) },
  { to: investments.to, label: 'Investment', icon: investments.icon },
  { to: paths.home, label: 'Home', icon: withCount(House, ['approvals']) },
  { to: withdrawals.to, label: 'Withdrawals', icon: withdrawals.icon },
]
