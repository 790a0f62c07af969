import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import * as text from '#texts/terms.ts'
import { AcceptTerms, useTermsToAccept, versionLine } from '#settings/web/accept-terms.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { SidePanel } from '#ui/side-panel.tsx'

/** Asks once on each visit to accept new terms. Who would rather not now goes on: only new investments wait. */
export function NewTerms() {
  const { pathname } = useLocation()
  const terms = useTermsToAccept()
  const [closed, close] = useState(false)
  const away = () => close(true)
  return (
    <SidePanel
      // their own page has the same at its end
      open={terms !== null && !closed && pathname !== '/terms'}
      onClose={away}
      title={text.changedTitle}
      description={terms && versionLine(terms)}
    >
      <AcceptTerms onDone={away}>
        <Link to="/terms" onClick={away} className={buttonClass('secondary')}>
          {text.readAll}
        </Link>
      </AcceptTerms>
      <Button variant="quiet" className="mt-2 w-full" onClick={away}>
        {text.later}
      </Button>
    </SidePanel>
  )
}
