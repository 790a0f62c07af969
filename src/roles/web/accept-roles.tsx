import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as text from '#texts/accept-roles.ts'
import * as shared from '#texts/signed-out.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { writeStoredText } from '#ui/stored.ts'
import { useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'
import { useLink } from '#identity/web/link-works.ts'
import { pathHere } from '#identity/web/log-out.ts'
import { readView, storeUser, switchView, useUser } from '#identity/web/session.ts'
import { FormHead, linkClass, Motto, SignedOut } from '#identity/web/signed-out.tsx'

/** Roles that an owner offers by mail: whoever has proved that address accepts them here; others read what to do first. */
export function AcceptRolesScreen() {
  const { token } = useLocation().search
  return (
    <SignedOut title={text.title} hero={<Motto />}>
      {token ? <Offer token={token} /> : <Say words={text.incomplete} />}
    </SignedOut>
  )
}

function Offer({ token }: { token: string }) {
  const link = useLink('roles', token)
  const invited = text.invited(link?.roles)
  const view = readView()
  if (link?.valid === false) return <Say words={text.noLongerWorks} />
  if (view === 'visitor') {
    return (
      <Say words={`${invited} ${text.signInFirst}`}>
        <Link to="/login" search={{ next: pathHere() }} className={buttonClass()}>
          {text.login}
        </Link>
        <Link to="/register" className={`${linkClass} mt-2 self-center`}>
          {text.register}
        </Link>
      </Say>
    )
  }
  if (view === 'unverified') {
    return (
      <Say words={text.verifyFirst}>
        <Link to="/verify-user" className={buttonClass()}>
          {text.verify}
        </Link>
      </Say>
    )
  }
  return <AcceptForm token={token} invited={invited} />
}

function AcceptForm({ token, invited }: { token: string; invited: string }) {
  const user = useUser()
  const { busy, submit } = useSubmission()
  const accept = () =>
    void submit(() => call('POST /api/accept-roles', { body: { token } }), {
      sending: false,
      leaves: true,
      success: null,
      done: ({ access_token }) => {
        // of the session that has taken the place of the one it was accepted in
        if (access_token !== undefined) writeStoredText('auth-token', access_token)
        void enter()
      },
    })
  return (
    <>
      <FormHead heading={text.heading}>
        {invited} {text.lead}
      </FormHead>
      <p className="mb-6 text-14 text-ink-2">
        {text.signedInAs} <b className="text-ink wrap-anywhere">{user?.email}</b>. {text.otherAddress}
      </p>
      <Button busy={busy} onClick={accept}>
        {busy ? shared.sending : text.accept}
      </Button>
      <Link to="/" className={`${linkClass} mt-2 self-center`}>
        {text.home}
      </Link>
    </>
  )
}

/** The desk, with the roles that this device has yet to hear of. */
async function enter() {
  await call('GET /api/user').then(
    ({ user }) => storeUser(user),
    () => {},
  )
  switchView('admin')
}

function Say({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <>
      <div role="status">
        <FormHead heading={text.heading}>{words}</FormHead>
      </div>
      {children ?? (
        <Link to="/" className={buttonClass()}>
          {text.home}
        </Link>
      )}
    </>
  )
}
