import {
  ArrowUpRight,
  ChartLine,
  Fingerprint,
  History,
  House,
  Layers,
  LayoutGrid,
  Mail,
  Sprout,
  UserRound,
  UsersRound,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { paths } from './paths.ts'

export type MenuItem = { to: (typeof paths)[keyof typeof paths]; label: string; icon: LucideIcon }

/** Where an investor can go, besides the quick icons and the profile. */
export const investorMenu: readonly MenuItem[] = [
  { to: paths.home, label: 'Home', icon: House },
  { to: paths.investment, label: 'Investment', icon: History },
  { to: paths.withdrawal, label: 'Withdrawal', icon: ArrowUpRight },
  { to: paths.referral, label: 'Referral', icon: UsersRound },
  { to: paths.market, label: 'Market', icon: ChartLine },
]
/** The quick icons of an investor's side menu. */
export const investorQuick: readonly MenuItem[] = [
  { to: paths.invest, label: 'Invest', icon: Sprout },
  { to: paths.withdraw, label: 'Withdraw', icon: ArrowUpRight },
  { to: paths.referral, label: 'Referral', icon: UsersRound },
]
/** The bottom bar; Support stands behind these. */
export const investorBar: readonly MenuItem[] = [
  { to: paths.invest, label: 'Invest', icon: Sprout },
  { to: paths.withdraw, label: 'Withdraw', icon: ArrowUpRight },
  { to: paths.home, label: 'Home', icon: House },
  { to: paths.referral, label: 'Referral', icon: UsersRound },
]

/** Everything an administrator can go to. */
export const adminMenu: readonly MenuItem[] = [
  { to: paths.adminInvestments, label: 'Users Investments', icon: Sprout },
  { to: paths.adminWithdrawals, label: 'Users Withdrawal', icon: ArrowUpRight },
  { to: paths.adminReferrals, label: 'Users Referral', icon: UsersRound },
  { to: paths.listUsers, label: 'Users List', icon: UserRound },
  { to: paths.plans, label: 'Investment Plans', icon: Layers },
  { to: paths.wallets, label: 'Payment Wallets', icon: Wallet },
  { to: paths.adminMail, label: 'Send Mail', icon: Mail },
  { to: paths.adminKyc, label: 'Identity Checks', icon: Fingerprint },
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
  { to: paths.adminMail, label: 'Mail', icon: Mail },
]
export const adminBar: readonly MenuItem[] = [
  { to: paths.listUsers, label: 'users', icon: UsersRound },
  { to: paths.adminInvestments, label: 'Investment', icon: Sprout },
  { to: paths.home, label: 'Home', icon: House },
  { to: paths.adminWithdrawals, label: 'withdrawals', icon: ArrowUpRight },
]
