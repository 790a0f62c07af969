import { KeyRound } from 'lucide-react'
import { useState, type FocusEvent } from 'react'
import type { PasskeyAnswer } from '#factors/contract.ts'
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
  const enterBy = async (choose: () => Promise<PasskeyAnswer>) => {
    let entered = false
    const done = (reply: Parameters<typeof storeSession>[0]) => {
      entered = true
      storeSession(reply)
      location.assign(placeAfterSignIn(location.search, location.origin))
    }
    await submit(async () => signIn(await choose()), { sending: false, leaves: true, success: null, done })
    return entered
  }
  /**
   * What browsers list under the field, beside addresses. Nobody waits for it, so nothing is said where it cannot be had.
   * Who has chosen one is told why it does not sign them in, and may choose again: what it was to answer is good for minutes,
   * and a page stays open for longer.
   */
  const offer = async ({ target }: FocusEvent) => {
    if (offered || !target.matches('[autocomplete~=webauthn]')) return
    setOffered(true)
    let isOver = !(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())
    while (!isOver) {
      const chosen = await choosePasskey({ fromField: true }).catch(() => undefined)
      isOver = chosen === undefined || (await enterBy(async () => chosen))
    }
    setOffered(false)
  }
  return (
    <div className="contents" onFocus={(event) => void offer(event)}>
      <LoginForm
        passkey={
          <Button variant="secondary" busy={busy} onClick={() => void enterBy(choosePasskey)}>
            <KeyRound aria-hidden className="size-5" />
            {text.byPasskey}
          </Button>
        }
      />
    </div>
  )
}

async function choosePasskey({ fromField = false } = {}) {
  const { answerByPasskey } = await import('./passkey.ts')
  const { options } = await call('POST /api/begin-passkey-login')
  return answerByPasskey(options, { fromField })
}

async function signIn(passkey: PasskeyAnswer) {
  await call('GET /sanctum/csrf-cookie')
  return call('POST /api/passkey-login', { body: { passkey } })
}
