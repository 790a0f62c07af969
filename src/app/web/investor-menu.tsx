import { ArrowUpRight, ChartLine, History, House, ReceiptText, Sprout, UsersRound } from 'lucide-react'
import * as text from '#texts/menu.ts'
import type { MenuItem } from './menu.ts'
import { paths } from './paths.ts'
import { SideMenu } from './side-menu.tsx'

/** Where an investor can go, besides the quick icons and the profile. */
const investorMenu: readonly MenuItem[] = [
  { to: paths.home, label: text.home, icon: House },
  { to: paths.investment, label: text.investment, icon: History },
  { to: paths.withdrawal, label: text.withdrawal, icon: ArrowUpRight },
  { to: paths.referral, label: text.referral, icon: UsersRound },
  { to: paths.statement, label: text.statement, icon: ReceiptText },
  { to: paths.market, label: text.market, icon: ChartLine },
]

/** The quick icons of an investor's side menu. */
const investorQuick: readonly MenuItem[] = [
  { to: paths.invest, label: text.invest, icon: Sprout },
  { to: paths.withdraw, label: text.withdraw, icon: ArrowUpRight },
  { to: paths.referral, label: text.referral, icon: UsersRound },
]

export function InvestorMenu() {
  return <SideMenu items={investorMenu} quick={investorQuick} view="investor" />
}
