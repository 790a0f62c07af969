import { Outlet, useLocation } from '@tanstack/react-router'

/** Where the screen of the present path stands; a new path arrives softly. */
export function Page({ className }: { className: string }) {
  const { pathname } = useLocation()
  return (
    <main key={pathname} className={`animate-arrive ${className}`}>
      <Outlet />
    </main>
  )
}
