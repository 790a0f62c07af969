import {
  ArrowUpRight,
  Fingerprint,
  Landmark,
  Layers,
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
import { SideMenu } from './side-menu.tsx'

/** Everything an administrator can go to. */
const adminMenu: readonly MenuItem[] = [
  { to: paths.adminInvestments, label: 'Users Investments', icon: Sprout },
  { to: paths.adminWithdrawals, label: 'Users Withdrawal', icon: ArrowUpRight },
  { to: paths.adminReferrals, label: 'Users Referral', icon: UsersRound },
  { to: paths.listUsers, label: 'Users List', icon: UserRound },
  { to: paths.plans, label: 'Investment Plans', icon: Layers },
  { to: paths.wallets, label: 'Payment Wallets', icon: Wallet },
  { to: paths.adminMail, label: 'Send Mail', icon: Mail },
  { to: paths.adminKyc, label: 'Identity Checks', icon: Fingerprint },
  { to: paths.adminFunds, label: 'Funds', icon: Landmark },
  { to: paths.adminAudit, label: 'Audit Log', icon: ScrollText },
  { to: paths.adminSettings, label: 'Settings', icon: Settings2 },
]

export function AdminMenu() {
  return <SideMenu items={adminMenu} view="admin" />
}
