import { Link } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { closeFind, openFind, useFindOpen } from '#desk/find/find-open.ts'
import { useUser } from '#identity/web/session.ts'
import { product } from '#texts/product.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Mark } from '#ui/mark.tsx'
import { usePreload } from '#ui/preload.ts'
import { Rosette } from '#ui/rosette.tsx'
import { tellSuccessInToasts } from '#ui/toast.ts'
import { adminBar, adminSpine } from './admin-bars.ts'
import { BottomBar } from './bottom-bar.tsx'
import './desk.css'
import { MenuLink } from './menu-link.tsx'
import { paths } from './paths.ts'
import { ScreenOutlet } from './screen-outlet.tsx'
import { SignedIn } from './signed-in.tsx'

// the screens come first
const AdminActions = lazyPart(async () => (await import('./admin-actions.tsx')).AdminActions)
// as is the search, but for its keys
const AdminFind = lazyPart(async () => (await import('./admin-find.tsx')).AdminFind)
// shown only when asked, so its code comes after the screens
const AdminMenu = lazyPart(async () => (await import('./admin-menu.tsx')).AdminMenu)

const ToastSlip = lazyPart(async () => (await import('#desk/toast-slip.tsx')).ToastSlip)

/** Milliseconds after which a screen has long been painted. */
const SETTLED = 3000

// somebody who decides all day has nothing to close after each decision
tellSuccessInToasts()

/** The administrators' screens: the whole width, a spine at the left; on a phone a bar at the bottom. */
export function AdminFrame() {
  const roles = useUser()?.roles
  // whose roles have been taken sees no more of others than any investor
  useEffect(() => {
    if (roles?.length === 0) location.reload()
  }, [roles])
  const finds = useFindOpen()
  usePreload(AdminFind.preload, SETTLED)
  const menu = (
    <Suspense>
      <AdminMenu />
    </Suspense>
  )
  const actions = (
    <Suspense fallback={<span className="h-11 w-23 lg:w-48" />}>
      <AdminActions onFind={openFind} />
    </Suspense>
  )
  return (
    <SignedIn menu={menu} beside={false} actions={actions}>
      <div className="lg:flex">
        <Spine />
        <div className="flex min-h-dvh min-w-0 flex-1 flex-col">
          <ScreenOutlet className="flex-1 px-5 lg:px-6" />
          <BottomBar items={adminBar} className="lg:hidden" />
        </div>
      </div>
      <Suspense>
        <ToastSlip />
        {finds && <AdminFind onClose={closeFind} />}
      </Suspense>
    </SignedIn>
  )
}

function Spine() {
  return (
    <aside className="spine sticky top-(--banner) isolate hidden screen-high w-23 shrink-0 flex-col items-center gap-1 overflow-y-auto overflow-x-clip px-2 py-4 lg:flex">
      <Rosette id="Plumb" className="-end-16 -bottom-10 -z-10 size-56" />
      <Link to={paths.home} aria-label={product} className="mb-2 rounded-control">
        <Mark />
      </Link>
      <nav aria-label="Main" className="w-full">
        {adminSpine.map(({ to, label, icon: Icon }) => (
          <MenuLink
            key={to}
            to={to}
            className="flex min-h-14 flex-col items-center justify-center gap-1 rounded-control text-11 font-medium text-white/85 data-[status=active]:bg-white/15 data-[status=active]:text-white"
          >
            <Icon className="size-5" aria-hidden />
            {label}
          </MenuLink>
        ))}
      </nav>
    </aside>
  )
}
