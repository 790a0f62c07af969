import { Link } from '@tanstack/react-router'
import { ArrowUpRight, ChartLine, Sprout, UsersRound } from 'lucide-react'
import * as text from '#texts/dashboard.ts'

const actions = [
  { to: '/invest', label: text.invest, icon: Sprout, className: 'bg-brand text-on-brand' },
  { to: '/withdraw', label: text.withdraw, icon: ArrowUpRight, className: 'bg-surface text-brand' },
  { to: '/referral', label: text.referral, icon: UsersRound, className: 'bg-surface text-brand' },
  { to: '/market', label: text.market, icon: ChartLine, className: 'bg-surface text-brand' },
] as const

/** The four things that an investor comes for; on a wide screen the menu beside it has them. */
export function QuickActions() {
  return (
    <nav aria-label={text.quickActions} className="my-3 grid grid-cols-4 gap-y-3 max-xs:grid-cols-2 lg:hidden">
      {actions.map(({ to, label, icon: Icon, className }) => (
        <Link key={to} to={to} className="pressable flex flex-col items-center gap-2 rounded-tile text-14 font-medium">
          <span className={`grid size-14 place-items-center rounded-tile shadow-raised ${className}`}>
            <Icon className="size-6" aria-hidden />
          </span>
          {label}
        </Link>
      ))}
    </nav>
  )
}
