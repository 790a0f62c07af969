import {
  ArrowUpRight,
  Fingerprint,
  House,
  Landmark,
  Layers,
  LayoutGrid,
  Mail,
  ScrollText,
  Settings2,
  Sprout,
  UserRound,
  UsersRound,
  Wallet,
} from 'lucide-react'
import type { MenuItem } from './menu.ts'
import { paths } from './paths.ts'

export const adminBar: readonly MenuItem[] = [
  { to: paths.listUsers, label: 'users', icon: UsersRound },
  { to: paths.adminInvestments, label: 'Investment', icon: Sprout },
  { to: paths.home, label: 'Home', icon: House },
  { to: paths.adminWithdrawals, label: 'withdrawals', icon: ArrowUpRight },
]

/** The spine of the wide administrator screens, in few words. */
export const adminSpine: readonly MenuItem[] = [
  { to: paths.home, label: 'Home', icon: LayoutGrid },
  { to: paths.adminInvestments, label: 'Investments', icon: Sprout },
  { to: paths.adminWithdrawals, label: 'Withdrawals', icon: ArrowUpRight },
  { to: paths.adminReferrals, label: 'Referrals', icon: UsersRound },
  { to: paths.listUsers, label: 'Users', icon: UserRound },
  { to: paths.adminKyc, label: 'Checks', icon: Fingerprint },
  { to: paths.plans, label: 'Plans', icon: Layers },
  { to: paths.wallets, label: 'Wallets', icon: Wallet },
  { to: paths.adminFunds, label: 'Funds', icon: Landmark },
  { to: paths.adminMail, label: 'Mail', icon: Mail },
  { to: paths.adminAudit, label: 'Audit', icon: ScrollText },
  { to: paths.adminSettings, label: 'Settings', icon: Settings2 },
]
