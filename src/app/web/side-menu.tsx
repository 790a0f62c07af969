import { Link, useLocation } from '@tanstack/react-router'
import { ChevronDown, LogOut, Moon, ShieldCheck, UserRound } from 'lucide-react'
import * as text from '#texts/menu.ts'
import { product } from '#texts/product.ts'
import { switchView, useUser } from '#identity/web/session.ts'
import { logOut } from '#identity/web/log-out.ts'
import { ActionMenu, menuItemClass } from '#ui/action-menu.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { buttonClass } from '#ui/button.tsx'
import { logo, Mark } from '#ui/mark.tsx'
import { chooseTheme, useTheme } from '#ui/theme.ts'
import { SupportLink } from './bottom-bar.tsx'
import type { MenuItem } from './menu.ts'
import { MenuLink } from './menu-link.tsx'
import { paths } from './paths.ts'

/** Everybody's own places, below those of the view. */
const own: readonly MenuItem[] = [
  { to: paths.profile, label: text.profile, icon: UserRound },
  { to: paths.security, label: text.security, icon: ShieldCheck },
]

const YEAR = new Date().getFullYear()

type SideMenuProps = { items: readonly MenuItem[]; quick?: readonly MenuItem[]; view: 'investor' | 'admin' }

/** The menu beside the screens; on a phone it comes in a panel, which its links replace in the history. */
export function SideMenu({ items, quick = [], view }: SideMenuProps) {
  const user = useUser()
  const replace = useLocation().search.panel === 'menu'
  if (!user) return null
  return (
    <div className="flex min-h-full flex-col gap-1">
      {logo && (
        <p className="flex items-center gap-2.5 px-2 pb-3 text-17 font-medium">
          <Mark />
          <span className="house-name min-w-0 wrap-anywhere">{product}</span>
        </p>
      )}
      <Welcome replace={replace} />
      {quick.length > 0 && (
        <nav aria-label={text.quick} className="mt-3 mb-2 grid grid-cols-3 gap-2">
          {quick.map(({ to, label, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              replace={replace}
              className="flex flex-col items-center gap-1.5 rounded-tile bg-sunken py-3 text-13 font-medium"
            >
              <Icon className="size-5 text-brand" aria-hidden />
              {label}
            </Link>
          ))}
        </nav>
      )}
      <nav aria-label={text.menu}>
        {[...items, ...own].map(({ to, label, icon: Icon }) => (
          <MenuLink
            key={to}
            to={to}
            replace={replace}
            className={`${menuItemClass} data-[status=active]:bg-wash data-[status=active]:text-brand`}
          >
            <Icon className="size-5" aria-hidden />
            {label}
          </MenuLink>
        ))}
        <SupportLink className={menuItemClass} iconClass="" />
        <button type="button" className={menuItemClass} onClick={logOut}>
          <LogOut className="size-5" aria-hidden />
          {text.logOut}
        </button>
      </nav>
      <DarkToggle />
      {user.roles.length > 0 && (
        <button
          type="button"
          className={`${buttonClass('secondary', 'medium')} mt-2 w-full`}
          onClick={() => switchView(view === 'admin' ? 'normal' : 'admin')}
        >
          {view === 'admin' ? text.toUser : text.toAdmin}
        </button>
      )}
      <p className="mt-auto px-3 pt-6 text-12 text-ink-3">{text.copyright(YEAR)}</p>
    </div>
  )
}

/** The person's name and picture; behind it account and log out. */
function Welcome({ replace }: { replace: boolean }) {
  const user = useUser()
  if (!user) return null
  return (
    <ActionMenu
      className="start-0"
      triggerClass="flex w-full items-center gap-3 rounded-control p-2 text-start"
      trigger={
        <>
          <Avatar name={user.name} picture={user.profile} className="size-11 text-14" />
          <span className="min-w-0 flex-1">
            <span className="block text-12 text-ink-2">{text.welcome}</span>
            <span className="block font-semibold wrap-anywhere">{user.name}</span>
          </span>
          <ChevronDown className="size-4 text-ink-3" aria-hidden />
        </>
      }
    >
      <Link to={paths.profile} replace={replace} className={menuItemClass}>
        <UserRound className="size-5" aria-hidden />
        {text.account}
      </Link>
      <button type="button" className={menuItemClass} onClick={logOut}>
        <LogOut className="size-5" aria-hidden />
        {text.logOut}
      </button>
    </ActionMenu>
  )
}

function DarkToggle() {
  const dark = useTheme() === 'dark'
  return (
    <button
      type="button"
      role="switch"
      aria-checked={dark}
      className={menuItemClass}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    >
      <Moon className="size-5" aria-hidden />
      <span className="flex-1">{text.darkMode}</span>
      <span
        aria-hidden
        className={`h-6 w-10 rounded-full p-0.5 transition-colors ${dark ? 'bg-brand' : 'bg-line-strong'}`}
      >
        <span
          className={`block size-5 rounded-full bg-surface transition-transform ${dark ? 'translate-x-4 rtl:-translate-x-4' : ''}`}
        />
      </span>
    </button>
  )
}
