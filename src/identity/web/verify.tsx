import { Link } from '@tanstack/react-router'
import { Fragment, Suspense, useState, type FormEvent } from 'react'
import * as shared from '#texts/signed-out.ts'
import * as text from '#texts/verify.ts'
import { useAnswer } from '#ui/answer.ts'
import { Button } from '#ui/button.tsx'
import { CallError } from '#ui/client.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { fieldOf, problemsOf, useSubmission } from '#ui/submission.ts'
import { NameField } from './account-fields.tsx'
import { call } from './calls.ts'
import { CodeField } from './code-field.tsx'
import { useCountdown } from './countdown.ts'
import { storeSession, storeUser, useUser } from './session.ts'
import { FormHead, linkClass, Motto, SignedOut } from './signed-out.tsx'

/** Seconds until codes can be asked for again, until the server has said it; how long they are good, it knows alone. */
const RESEND_AFTER = 60
const REDIRECT_AFTER = 3000

/** With the names of all countries: only whoever has mistyped their number needs it. */
const loadPhoneField = () => import('./phone-field.tsx')
const PhoneField = lazyPart(async () => (await loadPhoneField()).PhoneField)

/** Prove e-mail and phone by the two codes that were sent. */
export function VerifyScreen() {
  const { left, lookWhen } = useResendTime()
  const submission = useSubmission()
  const { busy, errors, submit } = submission
  const [round, setRound] = useState(1)
  /** Why the codes are no longer good: nothing but new ones helps, until they have been sent. */
  const [over, setOver] = useState<string>()

  /** Refused, it looks when new codes may be sent: after too many wrong ones that is no longer soon. */
  const prove = async (form: FormData) => {
    try {
      return await send(form)
    } catch (error) {
      const [why] = (error instanceof CallError && error.errors['codes']) || []
      if (why) setOver(why)
      await lookWhen()
      throw error
    }
  }
  const verify = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void submit(() => prove(form), {
      check: () =>
        problemsOf({ email_code: problemOfCode(form, 'email_code'), phone_code: problemOfCode(form, 'phone_code') }),
      sending: false,
      leaves: true,
      done: (reply) => {
        storeSession(reply)
        setTimeout(() => location.assign('/kyc'), REDIRECT_AFTER)
      },
    })
  }
  const begin = () => {
    setRound(round + 1)
    setOver(undefined)
  }

  return (
    <SignedOut title={text.title} hero={<Motto />}>
      <FormHead heading={text.title}>
        <WhereCodesWent />
      </FormHead>
      <form noValidate onSubmit={verify} className="flex flex-col gap-3.5">
        {/* new codes begin with empty fields */}
        <Fragment key={round}>
          <CodeField label={text.emailCode} name="email_code" error={errors['email_code']} />
          <CodeField label={text.phoneCode} name="phone_code" error={errors['phone_code']} />
        </Fragment>
        {errors['name'] && <NameField error={errors['name']} />}
        <Button type="submit" variant={over ? 'quiet' : 'primary'} busy={busy}>
          {busy ? shared.sending : text.verify}
        </Button>
      </form>
      <NewCodes key={round} left={left} over={over} submission={submission} lookWhen={lookWhen} onSent={begin} />
      <OtherWays />
    </SignedOut>
  )
}

type NewCodesProps = {
  /** Seconds until they may be sent. */
  left: number
  over: string | undefined
  submission: ReturnType<typeof useSubmission>
  lookWhen: () => Promise<void>
  onSent: () => void
}

/** Asks for new codes, as soon as they may be sent: to the same number, or to another where that was mistyped. */
function NewCodes({ left, over, submission: { busy, errors, submit }, lookWhen, onSent }: NewCodesProps) {
  const [mending, setMending] = useState(false)
  const user = useUser()
  const resend = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void submit(() => sendAnew(mending ? form : null, lookWhen), {
      sending: false,
      done: ({ number }) => {
        if (user && number) storeUser({ ...user, ...number })
        onSent()
      },
    })
  }
  return (
    <form noValidate onSubmit={resend} className="mt-3.5 flex flex-col gap-3.5">
      {mending && (
        <Suspense>
          <PhoneField hint={text.numberHint} error={errors['phone'] ?? errors['country']} present={user ?? undefined} />
        </Suspense>
      )}
      {left === 0 ? (
        <Button type="submit" variant={over || mending ? 'primary' : 'quiet'} busy={busy}>
          {mending ? text.sendToNumber : text.resend}
        </Button>
      ) : (
        // the seconds are seen and not heard
        <p role="timer" className="text-center text-14 text-ink-2">
          {text.resendIn(left)}
        </p>
      )}
      <button type="button" onClick={() => setMending(!mending)} className={`${linkClass} self-center`}>
        {mending ? text.keepNumber : text.wrongNumber}
      </button>
      <p role="status" className="text-center text-14 text-ink-2">
        {over}
      </p>
    </form>
  )
}

/** Asks in how many seconds new codes may be sent. */
const askWhen = () => call('GET /api/retry-verification')

/** The seconds until new codes may be sent, as the server has said them, and how to ask for them again. */
function useResendTime() {
  const { left, restart } = useCountdown(RESEND_AFTER)
  const hearWhen = ({ seconds }: Awaited<ReturnType<typeof askWhen>>) => {
    if (seconds !== null) restart(seconds)
  }
  useAnswer(askWhen, hearWhen)
  return { left, lookWhen: () => askWhen().then(hearWhen, () => {}) }
}

/** For whoever has come here with somebody else's session. */
function OtherWays() {
  return (
    <p className="flex justify-between">
      <Link to="/register" className={linkClass}>
        {text.register}
      </Link>
      <Link to="/login" className={linkClass}>
        {text.login}
      </Link>
    </p>
  )
}

function WhereCodesWent() {
  const user = useUser()
  return (
    <>
      {text.sentTo}
      {user ? <b className="wrap-anywhere text-ink">{user.email}</b> : text.yourEmail}
      {text.sentAnd}
      {user ? <b className="whitespace-nowrap text-ink">{user.phone}</b> : text.yourPhone}
      {text.sentEnd}
    </>
  )
}

function problemOfCode(form: FormData, field: string): string | null {
  return /^\d{6}$/.test(fieldOf(form, field)) ? null : text.notACode
}

/**
 * Has new codes sent, to the number of a form where there is one, and, whatever comes of it, looks when the next ones may
 * be. Answers what the server said with the number that it has now.
 */
async function sendAnew(form: FormData | null, lookWhen: () => Promise<void>) {
  try {
    const number = form && (await (await loadPhoneField()).phoneIn(form))
    const { message } = await call('POST /api/retry-verification', { body: number ?? {} })
    return { message, number }
  } finally {
    await lookWhen()
  }
}

async function send(form: FormData) {
  await call('GET /sanctum/csrf-cookie')
  const name = fieldOf(form, 'name')
  return call('POST /api/verify-account', {
    body: {
      email_code: fieldOf(form, 'email_code'),
      phone_code: fieldOf(form, 'phone_code'),
      ...(name ? { name } : {}),
    },
  })
}
