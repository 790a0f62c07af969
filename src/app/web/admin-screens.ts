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
  type LucideIcon,
} from 'lucide-react'
import type { MenuItem } from './menu.ts'
import { paths } from './paths.ts'
import type { Waits } from './admin-waiting-count.tsx'

type AdminScreen = {
  to: MenuItem['to']
  /** In full, for the menu; and in one word for the spine. */
  label: string
  short: string
  icon: LucideIcon
  /** What waits there for somebody to act. */
  waits?: readonly Waits[]
}

/** What an administrator works with, in the order of the menu. */
export const adminScreens = {
  investments: {
    ...{ to: paths.adminInvestments, label: 'Users Investments', short: 'Investments' },
    ...{ icon: Sprout, waits: ['investments'] },
  },
  withdrawals: {
    ...{ to: paths.adminWithdrawals, label: 'Users Withdrawal', short: 'Withdrawals' },
    ...{ icon: ArrowUpRight, waits: ['withdrawals', 'payouts'] },
  },
  referrals: {
    ...{ to: paths.adminReferrals, label: 'Users Referral', short: 'Referrals' },
    ...{ icon: UsersRound, waits: ['referrals'] },
  },
  users: {
    ...{ to: paths.listUsers, label: 'Users List', short: 'Users' },
    ...{ icon: UserRound, waits: ['matches'] },
  },
  plans: { to: paths.plans, label: 'Investment Plans', short: 'Plans', icon: Layers },
  wallets: { to: paths.wallets, label: 'Payment Wallets', short: 'Wallets', icon: Wallet },
  mail: { to: paths.adminMail, label: 'Send Mail', short: 'Mail', icon: Mail },
  checks: {
    ...{ to: paths.adminKyc, label: 'Identity Checks', short: 'Checks' },
    ...{ icon: Fingerprint, waits: ['checks'] },
  },
  funds: { to: paths.adminFunds, label: 'Funds', short: 'Funds', icon: Landmark },
  audit: { to: paths.adminAudit, label: 'Audit Log', short: 'Audit', icon: ScrollText },
  settings: { to: paths.adminSettings, label: 'Settings', short: 'Settings', icon: Settings2 },
} as const satisfies Record<string, AdminScreen>
