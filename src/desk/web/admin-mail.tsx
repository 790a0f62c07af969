import { useRef, type FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { call } from './calls.ts'
import { useMayChange } from './may-decide.ts'

/** Write a mail to one address. */
export function AdminMailScreen() {
  const { busy, errors, submit } = useSubmission()
  const form = useRef<HTMLFormElement>(null)
  const maySend = useMayChange()

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const body = {
      title: fieldOf(given, 'title').trim(),
      content: fieldOf(given, 'content'),
      receiver: fieldOf(given, 'receiver').trim(),
    }
    void submit(() => call('POST /api/send-mail', { body }), { sending: false, done: () => form.current?.reset() })
  }

  return (
    <>
      <PageHead over="Mail" title="Send Mail" below="To one address at a time" />
      <Card className="p-5 lg:max-w-160 lg:p-6">
        <form ref={form} onSubmit={send} className="flex flex-col gap-4">
          <TextField label="Mail Title" name="title" required maxLength={200} error={errors['title']} />
          <TextArea label="Content" name="content" required rows={8} maxLength={20_000} error={errors['content']} />
          <TextField
            label="Receiver e-mail"
            name="receiver"
            type="email"
            required
            maxLength={254}
            autoComplete="off"
            error={errors['receiver']}
          />
          {maySend ? (
            <Button type="submit" busy={busy} className="lg:self-end">
              {busy ? 'sending...' : 'Send Mail'}
            </Button>
          ) : (
            <p className="text-13 text-ink-2">Support cannot send mail.</p>
          )}
        </form>
      </Card>
    </>
  )
}
