import type { FormEvent } from 'react'
import { call } from '#factors/web/calls.ts'
import { makePasskey } from '#factors/web/passkey.ts'
import * as text from '#texts/factors.ts'
import { useSubmission, fieldOf } from '#ui/submission.ts'
import { FactorFields, missingIn, type AddFactorProps } from './factor-fields.tsx'
import { FormEnd } from './section.tsx'

/** A new passkey, made by the browser. The first factor takes the password. */
export function AddPasskey({ isFirst, onDone, onCancel }: AddFactorProps) {
  const { busy, errors, submit } = useSubmission()
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const made = async () => {
      const body = isFirst ? { password: fieldOf(form, 'password') } : {}
      const { options } = await call('POST /api/begin-passkey', { body })
      const passkey = await makePasskey(options)
      return call('POST /api/add-passkey', { body: { name: fieldOf(form, 'name').trim(), passkey } })
    }
    void submit(made, { check: () => missingIn(form, isFirst), sending: false, done: onDone })
  }
  return (
    <form noValidate onSubmit={add} className="flex flex-col gap-3.5">
      <p className="text-14 text-ink-2">{text.passkeyLead}</p>
      <FactorFields isFirst={isFirst} errors={errors} />
      <FormEnd send={text.addPasskey} busy={busy} onCancel={onCancel} />
    </form>
  )
}
