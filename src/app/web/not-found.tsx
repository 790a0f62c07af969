import { Link, Navigate } from '@tanstack/react-router'
import { FormHead, heroLineClass, linkClass, SignedOut } from '#identity/web/signed-out.tsx'
import * as text from '#texts/not-found.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ScreenHead } from '#ui/screen-head.tsx'

/** What stands at an address that nothing has, within the frame of whoever is signed in. */
export function NotFoundInFrame() {
  return (
    <>
      <ScreenHead title={text.title} />
      <EmptyState
        next={
          <Link to="/" className={buttonClass('secondary', 'medium')}>
            {text.home}
          </Link>
        }
      >
        {text.line}
      </EmptyState>
    </>
  )
}

/** The same for an investor, whose frame lacks the styles of the desk. */
export function NotFound() {
  return isStyledForDesk() ? toHome : <NotFoundInFrame />
}

/** The same for whoever is not signed in. */
export function NotFoundSignedOut() {
  if (isStyledForDesk()) return toHome
  return (
    <SignedOut title={text.title} hero={<p className={`mt-18 ${heroLineClass}`}>{text.title}</p>}>
      <FormHead heading={text.title}>{text.line}</FormHead>
      <Link to="/" className={linkClass}>
        {text.signIn}
      </Link>
    </SignedOut>
  )
}

/** An address of the desk comes with its styles, which others' frames lack: they are led home, to a page of their own. */
const isStyledForDesk = () => 'desk' in document.documentElement.dataset
const toHome = <Navigate to="/" replace reloadDocument />
