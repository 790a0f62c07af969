import { KeyRound } from 'lucide-react'
import { useState, type FocusEvent } from 'react'
import { LoginForm } from '#identity/web/login.tsx'
import { placeAfterSignIn } from '#identity/web/place-after.ts'
import { storeSession } from '#identity/web/session.ts'
import * as text from '#texts/login.ts'
import { Button } from '#ui/button.tsx'
import { useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'

/** Sign in: with e-mail and password, or with a passkey, which the e-mail field offers too. */
export function LoginScreen() {
  const { busy, submit } = useSubmission()
  const [offered, setOffered] = useState(false)
  const byPasskey = () => void submit(() => signIn(), { sending: false, leaves: true, success: null, done: enter })
  /** What browsers list under the field, beside addresses. Nobody waits for it, so nothing is said where it fails. */
  const offer = async ({ target }: FocusEvent) => {
    if (offered || !target.matches('[autocomplete~=webauthn]')) return
    setOffered(true)
    const isThere = await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()
    if (isThere) await signIn({ fromField: true }).then(enter, () => setOffered(false))
  }
  return (
    <div className="contents" onFocus={(event) => void offer(event)}>
      <LoginForm
        passkey={
          <Button variant="secondary" busy={busy} onClick={byPasskey}>
            <KeyRound aria-hidden className="size-5" />
            {text.byPasskey}
          </Button>
        }
      />
    </div>
  )
}

async function signIn({ fromField = false } = {}) {
  const { answerByPasskey } = await import('./passkey.ts')
  const { options } = await call('POST /api/begin-passkey-login')
  const passkey = await answerByPasskey(options, { fromField })
  await call('GET /sanctum/csrf-cookie')
  return call('POST /api/passkey-login', { body: { passkey } })
}

function enter(reply: Parameters<typeof storeSession>[0]) {
  storeSession(reply)
  location.assign(placeAfterSignIn(location.search, location.origin))
}
