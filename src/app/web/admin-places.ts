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
import { withCount } from './waiting-count.tsx'

/** What an administrator works with: in full words for the menu, in one for the spine; where something waits, how much. */
type AdminPlace = MenuItem & { short: string }

/** In the order of the menu. */
const places = {
  investments: {
    to: paths.adminInvestments,
    label: 'Users Investments',
    short: 'Investments',
    icon: withCount(Sprout, 'investments'),
  },
  withdrawals: {
    to: paths.adminWithdrawals,
    label: 'Users Withdrawal',
    short: 'Withdrawals',
    icon: withCount(ArrowUpRight, 'withdrawals'),
  },
  referrals: {
    to: paths.adminReferrals,
    label: 'Users Referral',
    short: 'Referrals',
    icon: withCount(UsersRound, 'referrals'),
  },
  users: { to: paths.listUsers, label: 'Users List', short: 'Users', icon: UserRound },
  plans: { to: paths.plans, label: 'Investment Plans', short: 'Plans', icon: Layers },
  wallets: { to: paths.wallets, label: 'Payment Wallets', short: 'Wallets', icon: Wallet },
  mail: { to: paths.adminMail, label: 'Send Mail', short: 'Mail', icon: Mail },
  checks: {
    to: paths.adminKyc,
    label: 'Identity Checks',
    short: 'Checks',
    icon: withCount(Fingerprint, 'checks'),
  },
  funds: { to: paths.adminFunds, label: 'Funds', short: 'Funds', icon: Landmark },
  audit: { to: paths.adminAudit, label: 'Audit Log', short: 'Audit', icon: ScrollText },
  settings: { to: paths.adminSettings, label: 'Settings', short: 'Settings', icon: Settings2 },
} satisfies Record<string, AdminPlace>

export const adminMenu: readonly MenuItem[] = Object.values(places)

const { investments, withdrawals, referrals, users, checks, plans, wallets, funds, mail, audit, settings } = places

/** The spine of the wide screens: what is decided on first. */
export const adminSpine: readonly MenuItem[] = [
  { to: paths.home, label: 'Home', icon: LayoutGrid },
  ...[investments, withdrawals, referrals, users, checks, plans, wallets, funds, mail, audit, settings].map(
    ({ to, short, icon }) => ({ to, label: short, icon }),
  ),
]

/** The bottom bar of a phone, to which it adds Support. */
export const adminBar: readonly MenuItem[] = [
  { ...users, label: 'users', icon: UsersRound },
  { ...investments, label: 'Investment' },
  { to: paths.home, label: 'Home', icon: House },
  { ...withdrawals, label: 'withdrawals' },
]
