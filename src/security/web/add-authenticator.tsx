import { useState, type FormEvent } from 'react'
import { call } from '#factors/web/calls.ts'
import { CodeField } from '#identity/web/code-field.tsx'
import * as text from '#texts/factors.ts'
import { CopyText } from '#ui/copy-text.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { fieldOf, problemsOf, useSubmission } from '#ui/submission.ts'
import { FactorFields, missingIn, type AddFactorProps } from './factor-fields.tsx'
import { FormEnd } from './section.tsx'

type Begun = { name: string; secret: string; address: string }

/** An authenticator app: its secret is shown once, and a code proves that the app has it. */
export function AddAuthenticator({ isFirst, onDone, onCancel }: AddFactorProps) {
  const [begun, setBegun] = useState<Begun>()
  const { busy, errors, submit } = useSubmission()
  if (begun) return <ProveApp begun={begun} onDone={onDone} onCancel={onCancel} />
  const begin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = isFirst ? { password: fieldOf(form, 'password') } : {}
    void submit(() => call('POST /api/begin-authenticator', { body }), {
      check: () => missingIn(form, isFirst),
      sending: false,
      success: null,
      done: (secret) => setBegun({ ...secret, name: fieldOf(form, 'name').trim() }),
    })
  }
  return (
    <form noValidate onSubmit={begin} className="flex flex-col gap-3.5">
      <p className="text-14 text-ink-2">{text.authenticatorLead}</p>
      <FactorFields isFirst={isFirst} errors={errors} />
      <FormEnd send={text.next} busy={busy} onCancel={onCancel} />
    </form>
  )
}

type ProveAppProps = { begun: Begun; onDone: () => void; onCancel: () => void }

function ProveApp({ begun: { name, secret, address }, onDone, onCancel }: ProveAppProps) {
  const { busy, errors, submit } = useSubmission()
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = fieldOf(new FormData(event.currentTarget), 'code')
    void submit(() => call('POST /api/add-authenticator', { body: { name, code } }), {
      check: () => problemsOf({ code: code === '' ? text.codeMissing : null }),
      sending: false,
      done: onDone,
    })
  }
  return (
    <form noValidate onSubmit={add} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-5">
        <QrCode text={address} label={text.scan} />
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-14 text-ink-2">{text.scan}</p>
          <p className="mt-3 text-14 text-ink-2">{text.secret}</p>
          <div className="mt-1 flex items-start gap-3">
            <p className="min-w-0 flex-1 font-mono text-15 wrap-anywhere select-all">
              {secret.match(/.{1,4}/g)?.join(' ')}
            </p>
            <CopyText quiet text={secret} label={text.copySecret} />
          </div>
        </div>
      </div>
      <CodeField label={text.code} name="code" error={errors['code']} />
      <FormEnd send={text.add} busy={busy} onCancel={onCancel} />
    </form>
  )
}
