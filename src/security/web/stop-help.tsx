import { Link, useLocation } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { call } from '#factors/web/calls.ts'
import { FormHead, Motto, SignedOut } from '#identity/web/signed-out.tsx'
import * as text from '#texts/lost-factor.ts'
import { useAnswer } from '#ui/answer.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { useSubmission } from '#ui/submission.ts'

/** Stops a request for help with lost second factors; pressed, and not by opening the link: mail programs look at links. */
export function StopHelpScreen() {
  const { token } = useLocation().search
  return (
    <SignedOut title={text.stopTab} hero={<Motto />}>
      {token ? <OfLink key={token} token={token} /> : <Over why={text.incomplete} />}
    </SignedOut>
  )
}

function OfLink({ token }: { token: string }) {
  const [answer, setAnswer] = useState<Answer>()
  const ask = useCallback(() => askOf(token), [token])
  useAnswer(ask, setAnswer)
  if (answer === undefined) return <p role="status">{text.looking}</p>
  if (answer.over === null) return <StopForm token={token} />
  return answer.over.stopped ? <Stopped /> : <Over why={answer.over.message} />
}

type Answer = { over: { stopped: boolean; message: string } | null }

/** Where nobody can say whether it still stops anything, whoever has the link can try. */
function askOf(token: string): Promise<Answer> {
  return call('POST /api/check-stop-link', { body: { token } }).catch(() => ({ over: null }))
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
  if (stopped) return <Stopped />
  return (
    <>
      <FormHead heading={text.stopTitle}>{text.stopLead}</FormHead>
      <Button busy={busy} onClick={stop}>
        {text.stop}
      </Button>
    </>
  )
}

function Stopped() {
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

function Over({ why }: { why: string }) {
  return (
    <>
      <div role="status">
        <FormHead heading={text.stopTitle}>{why}</FormHead>
      </div>
      <Link to="/" reloadDocument className={buttonClass()}>
        {text.home}
      </Link>
    </>
  )
}
