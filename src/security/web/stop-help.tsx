import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#factors/web/calls.ts'
import { FormHead, Motto, SignedOut } from '#identity/web/signed-out.tsx'
import * as text from '#texts/lost-factor.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { useSubmission } from '#ui/submission.ts'

/** Stops a request for help with lost second factors; pressed, and not by opening the link: mail programs look at links. */
export function StopHelpScreen() {
  const { token } = useLocation().search
  return (
    <SignedOut title={text.stopTab} hero={<Motto />}>
      {token ? <StopForm token={token} /> : <Incomplete />}
    </SignedOut>
  )
}

function StopForm({ token }: { token: string }) {
  const [stopped, setStopped] = useState(false)
  const { busy, submit } = useSubmission()
  const stop = () =>
    void submit(() => call('POST /api/stop-factor-help', { body: { token } }), {
      sending: false,
      success: null,
      done: () => setStopped(true),
    })
  if (stopped) {
    return (
      <>
        <div role="status">
          <FormHead heading={text.stopped}>{text.stoppedLead}</FormHead>
        </div>
        <Link to="/forgot-password" className={buttonClass()}>
          {text.newPassword}
        </Link>
      </>
    )
  }
  return (
    <>
      <FormHead heading={text.stopTitle}>{text.stopLead}</FormHead>
      <Button busy={busy} onClick={stop}>
        {text.stop}
      </Button>
    </>
  )
}

function Incomplete() {
  return (
    <>
      <div role="status">
        <FormHead heading={text.stopTitle}>{text.incomplete}</FormHead>
      </div>
      <Link to="/" reloadDocument className={buttonClass()}>
        {text.home}
      </Link>
    </>
  )
}
