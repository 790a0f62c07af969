import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MenuItem } from './menu.ts'

/** Other paths of the same place. */
const SAME_PLACE: Partial<Record<MenuItem['to'], MenuItem['to']>> = { '/': '/dashboard', '/withdraw': '/withdrawal' }

type MenuLinkProps = { to: MenuItem['to']; className: string; replace?: boolean; children: ReactNode }

/** A link to a place, marked `data-status="active"` while one is there. */
export function MenuLink({ to, className, replace = false, children }: MenuLinkProps) {
  const { pathname } = useLocation()
  const here = pathname === SAME_PLACE[to]
  return (
    <Link
      to={to}
      replace={replace}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className={className}
      {...(here ? { 'data-status': 'active', 'aria-current': 'page' as const } : {})}
    >
      {children}
    </Link>
  )
}
