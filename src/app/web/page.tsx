import { Outlet, useLocation } from '@tanstack/react-router'

/** Where the app was opened. Its first screen is there at once: what fades in counts as not painted yet. */
const OPENED_AT = location.pathname

/** Where the screen of the present path stands; a new path arrives softly. */
export function Page({ className }: { className: string }) {
  const { pathname } = useLocation()
  return (
    <main key={pathname} className={`${pathname === OPENED_AT ? '' : 'animate-arrive'} ${className}`}>
      <Outlet />
    </main>
  )
}
