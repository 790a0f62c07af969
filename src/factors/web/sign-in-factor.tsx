import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { linkClass, FormHead, Motto, SignedOut } from '#identity/web/signed-out.tsx'
import { placeAfterSignIn } from '#identity/web/place-after.ts'
import { storeSession } from '#identity/web/session.ts'
import * as text from '#texts/factors.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { call } from './calls.ts'
import { ProveFactor, type ProofKind } from './prove-factor.tsx'

const LostFactor = lazyPart(async () => (await import('./lost-factor.tsx')).LostFactor)

/** Where a page was loaded anew, nobody knows which the person has. */
const ALL: readonly ProofKind[] = ['passkey', 'authenticator', 'recovery code']

/** The second half of a sign-in, for whoever has a second factor. The password was right within five minutes. */
export function SignInFactorScreen() {
  const { state, search } = useLocation()
  const whose = state.email === undefined ? {} : { email: state.email }
  const [lost, setLost] = useState(false)
  return (
    <SignedOut title={text.signInTab} hero={<Motto />}>
      <FormHead title={text.signInTitle} heading={text.signInHeading}>
        {text.signInLead}
      </FormHead>
      <ProveFactor
        kinds={state.factors ?? ALL}
        confirm={text.signIn}
        passkeyOptions={async () => (await call('POST /api/begin-passkey-login')).options}
        send={(proof) => call('POST /api/login-factor', { body: { ...proof, ...whose } })}
        onProved={(reply) => {
          storeSession(reply)
          location.assign(placeAfterSignIn(location.search, location.origin))
        }}
      />
      {lost ? (
        <Suspense fallback={<div data-coming className="mt-4 h-128 animate-breathe rounded-tile bg-sunken" />}>
          <LostFactor whose={whose} />
        </Suspense>
      ) : (
        <button
          type="button"
          onClick={() => setLost(true)}
          className="mt-2 min-h-11 self-center rounded-control text-14 font-semibold text-brand underline"
        >
          {text.lost}
        </button>
      )}
      <p className="mt-4 text-center text-14">
        <Link to="/login" search={{ next: search.next }} className={linkClass}>
          {text.startAgain}
        </Link>
      </p>
    </SignedOut>
  )
}
