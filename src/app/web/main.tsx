import { RouterProvider } from '@tanstack/react-router'
import { lazy, type ReactNode, startTransition, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { leave, pathHere } from '#identity/web/log-out.ts'
import { readView } from '#identity/web/session.ts'
import { keepSignedOut } from '#identity/web/signed-out-note.ts'
import { onSignedOut } from '#ui/client.ts'
import { whenIdle } from '#ui/idle.ts'
import { ModalHost } from '#ui/modal-host.tsx'
import './install-offer.ts'
import './investor.css'
import { reloadOnUserChange } from './reload-on-user-change.ts'
import { routerFor } from './routes.tsx'

reloadOnUserChange()
// The page is reloaded when the view changes (sign in, sign out, switch), so it is read once.
const view = readView()
/** What follows is a task of its own, so that the page answers in between. */
const breath = () => new Promise((resolve) => setTimeout(resolve))
// all that was imported has just run
await breath()
const router = routerFor(view)
await breath()
const leaveSignedOut = () => {
  keepSignedOut()
  leave(pathHere())
}
// elsewhere a refusal is of a password or a code
if (['investor', 'admin'].includes(view)) onSignedOut(leaveSignedOut)

/** What concerns the device and no screen comes when everything else is there. */
const Device = lazy(async () => {
  await whenIdle()
  // where it cannot be had, the app goes on without it
  return import('./device.tsx').then(
    (device) => ({ default: device.Device }),
    () => ({ default: () => null }),
  )
})

const page = document.getElementById('root')
if (!page) throw new Error('#root is missing')
const app = (
  <StrictMode>
    <RouterProvider router={router} />
    <ModalHost />
    <Suspense>{import.meta.env.PROD && <Device />}</Suspense>
  </StrictMode>
)
/** In slices, between which the page answers. */
const draw = (place: HTMLElement, drawn: ReactNode) => startTransition(() => createRoot(place).render(drawn))
// A prerendered page stays until all of the app that takes its place is there.
const prerendered = 'prerendered' in document.documentElement.dataset
const [early] = await Promise.all([prerendered ? import('./take-over.tsx') : undefined, router.load()])
if (early) early.takeOver(page, app, draw)
else draw(page, app)
