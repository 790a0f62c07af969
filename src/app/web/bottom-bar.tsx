import { LifeBuoy } from 'lucide-react'
import * as text from '#texts/menu.ts'
import { MenuLink } from './menu-link.tsx'
import type { MenuItem } from './menu.ts'
import { openSupport } from './open-support.ts'

const lineClass =
  'group flex min-h-15 flex-1 flex-col max-xs:flex-auto items-center justify-center gap-1 rounded-control text-12 text-ink-2'
const iconClass = 'grid h-7 w-12 place-items-center rounded-full group-data-[status=active]:bg-wash'

/** The bar at the bottom of a phone: four places and Support. */
export function BottomBar({ items, className = '' }: { items: readonly MenuItem[]; className?: string }) {
  return (
    <nav
      aria-label={text.bar}
      className={`sticky bottom-0 z-10 flex border-t max-xs:static max-xs:flex-wrap border-line bg-surface px-2 pt-1 pb-[max(0.25rem,env(safe-area-inset-bottom))] ${className}`}
    >
      {items.map(({ to, label, icon: Icon }) => (
        <MenuLink
          key={to}
          to={to}
          className={`${lineClass} data-[status=active]:font-medium data-[status=active]:text-brand`}
        >
          <span className={iconClass}>
            <Icon className="size-5" aria-hidden />
          </span>
          {label}
        </MenuLink>
      ))}
      <SupportLink className={lineClass} iconClass={iconClass} />
    </nav>
  )
}

/** Where help is; the server knows the address and sends the browser there. */
export function SupportLink({ className, iconClass: frame }: { className: string; iconClass: string }) {
  return (
    <a href="/support" className={className} onClick={openSupport}>
      <span className={frame}>
        <LifeBuoy className="size-5" aria-hidden />
      </span>
      {text.support}
    </a>
  )
}
