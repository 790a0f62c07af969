import { ArrowUpRight, House, Sprout, UsersRound } from 'lucide-react'
import type { MenuItem } from './menu.ts'
import { paths } from './paths.ts'

/** The bottom bar; Support stands behind these. */
export const investorBar: readonly MenuItem[] = [
  { to: paths.invest, label: 'Invest', icon: Sprout },
  { to: paths.withdraw, label: 'Withdraw', icon: ArrowUpRight },
  { to: paths.home, label: 'Home', icon: House },
  { to: paths.referral, label: 'Referral', icon: UsersRound },
]
