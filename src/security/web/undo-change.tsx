import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { closeSession } from '#identity/web/session.ts'
import { FormHead, Motto, SignedOut } from '#identity/web/signed-out.tsx'
import * as text from '#texts/security.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'

/**
 * Takes an account back after a change of contact details or a first factor; pressed, and not by opening the link: mail
 * programs look at links.
 */
export function UndoChangeScreen() {
  const { token } = useLocation().search
  return (
    <SignedOut title={text.undoTitle} hero={<Motto />}>
      {token ? <UndoForm token={token} /> : <Say words={text.undoIncomplete} />}
    </SignedOut>
  )
}

function UndoForm({ token }: { token: string }) {
  const [undone, setUndone] = useState(false)
  const { busy, submit } = useSubmission()
  const undo = () =>
    void submit(() => call('POST /api/undo-contact-change', { body: { token } }), {
      sending: false,
      success: null,
      done: () => {
        // it may have been the session of this device, too
        closeSession()
        setUndone(true)
      },
    })
  if (undone) return <Say words={text.undone} />
  return (
    <>
      <FormHead heading={text.undoTitle}>{text.undoLead}</FormHead>
      <Button busy={busy} onClick={undo}>
        {text.undo}
      </Button>
    </>
  )
}

function Say({ words }: { words: string }) {
  return (
    <>
      <div role="status">
        <FormHead heading={text.undoTitle}>{words}</FormHead>
      </div>
      <Link to="/" reloadDocument className={buttonClass()}>
        {text.home}
      </Link>
    </>
  )
}
