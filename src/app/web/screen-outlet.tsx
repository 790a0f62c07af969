import { Outlet, useLocation } from '@tanstack/react-router'
import { useState } from 'react'

/** Where the screen of the present path stands; a new path arrives softly. */
export function ScreenOutlet({ className }: { className: string }) {
  const { pathname } = useLocation()
  // The first screen is there at once: what fades in counts as not painted yet.
  const [openedAt] = useState(pathname)
  return (
    <main key={pathname} className={`${pathname === openedAt ? '' : 'animate-arrive'} ${className}`}>
      <Outlet />
    </main>
  )
}
