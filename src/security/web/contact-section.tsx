import { useState, type FormEvent, type ReactNode } from 'react'
import { CodeField } from '#identity/web/code-field.tsx'
import * as text from '#texts/security.ts'
import { Button } from '#ui/button.tsx'
import type { CallError } from '#ui/client.ts'
import { useRefresh } from '#ui/read.ts'
import { fieldOf, problemsOf, useSubmission } from '#ui/submission.ts'
import { useRead } from './calls.ts'
import { FormEnd, PresentPassword, Section } from './section.tsx'

type Errors = CallError['errors']
type ContactSectionProps = {
  kind: 'email' | 'phone'
  title: string
  /** what it is now */
  present: string
  change: string
  /** The field for the new one, and what is wrong with it before it is sent. */
  field: (errors: Errors) => ReactNode
  problem: (form: FormData) => string | null
  begin: (form: FormData, password: string) => Promise<unknown>
  confirm: (code: string) => Promise<unknown>
}

/** An address or number of one's own, and how it becomes another: the new one is proved by a code. */
export function ContactSection({ kind, title, present, change, ...steps }: ContactSectionProps) {
  const [open, setOpen] = useState(false)
  const pending = useRead('GET /api/contact-changes').data?.[kind]
  const close = () => setOpen(false)
  return (
    <Section title={title} lead={text.contactLead}>
      <p className="font-medium wrap-anywhere">{present || text.none}</p>
      {pending && !open ? (
        <CodeForm to={pending.to} confirm={steps.confirm} onAnother={() => setOpen(true)} />
      ) : open ? (
        <BeginForm kind={kind} {...steps} onDone={close} />
      ) : (
        <Button variant="secondary" size="medium" onClick={() => setOpen(true)}>
          {change}
        </Button>
      )}
    </Section>
  )
}

type BeginFormProps = Pick<ContactSectionProps, 'kind' | 'field' | 'problem' | 'begin'> & { onDone: () => void }

function BeginForm({ kind, field, problem, begin, onDone }: BeginFormProps) {
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = fieldOf(form, 'password')
    void submit(() => begin(form, password), {
      check: () => problemsOf({ [kind]: problem(form), password: password === '' ? text.presentMissing : null }),
      sending: false,
      success: null,
      done: () => {
        refresh()
        onDone()
      },
    })
  }
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-3.5">
      {field(errors)}
      <PresentPassword name="password" error={errors['password']} />
      <FormEnd send={text.sendCode} busy={busy} onCancel={onDone} />
    </form>
  )
}

type CodeFormProps = Pick<ContactSectionProps, 'confirm'> & { to: string; onAnother: () => void }

function CodeForm({ to, confirm, onAnother }: CodeFormProps) {
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = fieldOf(new FormData(event.currentTarget), 'code')
    void submit(() => confirm(code), {
      check: () => problemsOf({ code: /^\d{6}$/.test(code) ? null : text.codeMissing }),
      sending: false,
      done: refresh,
    })
  }
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-3.5">
      <p role="status" className="text-14 text-ink-2 wrap-anywhere">
        {text.codeSentTo(to)}
      </p>
      <CodeField label={text.code} name="code" error={errors['code']} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="medium" busy={busy}>
          {busy ? text.sending : text.confirm}
        </Button>
        <Button variant="secondary" size="medium" onClick={onAnother}>
          {text.another}
        </Button>
      </div>
    </form>
  )
}
