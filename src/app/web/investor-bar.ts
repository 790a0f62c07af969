import { ArrowUpRight, House, Sprout, UsersRound } from 'lucide-react'
import * as text from '#texts/menu.ts'
import type { MenuItem } from './menu.ts'
import { paths } from './paths.ts'

/** The bottom bar; Support stands behind these. */
export const investorBar: readonly MenuItem[] = [
  { to: paths.invest, label: text.invest, icon: Sprout },
  { to: paths.withdraw, label: text.withdraw, icon: ArrowUpRight },
  { to: paths.home, label: text.home, icon: House },
  { to: paths.referral, label: text.referral, icon: UsersRound },
]
