import { ArrowUpRight, ChartLine, History, House, Sprout, UsersRound } from 'lucide-react'
import type { MenuItem } from './menu.ts'
import { paths } from './paths.ts'
import { SideMenu } from './side-menu.tsx'

/** Where an investor can go, besides the quick icons and the profile. */
const investorMenu: readonly MenuItem[] = [
  { to: paths.home, label: 'Home', icon: House },
  { to: paths.investment, label: 'Investment', icon: History },
  { to: paths.withdrawal, label: 'Withdrawal', icon: ArrowUpRight },
  { to: paths.referral, label: 'Referral', icon: UsersRound },
  { to: paths.market, label: 'Market', icon: ChartLine },
]

/** The quick icons of an investor's side menu. */
const investorQuick: readonly MenuItem[] = [
  { to: paths.invest, label: 'Invest', icon: Sprout },
  { to: paths.withdraw, label: 'Withdraw', icon: ArrowUpRight },
  { to: paths.referral, label: 'Referral', icon: UsersRound },
]

export function InvestorMenu() {
  return <SideMenu items={investorMenu} quick={investorQuick} view="investor" />
}
