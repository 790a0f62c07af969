import { useState, type FormEvent } from 'react'
import * as text from '#texts/lost-factor.ts'
import { sending } from '#texts/factors.ts'
import { Button } from '#ui/button.tsx'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { LONGEST_HELP_NOTE } from '../rules.ts'
import { call } from './calls.ts'

/** What somebody can do who has lost their second factors: a recovery code, else an administrator's help. */
export function LostFactor({ whose }: { whose: { email?: string } }) {
  const [asked, setAsked] = useState(false)
  const { busy, errors, submit } = useSubmission()
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const note = fieldOf(new FormData(event.currentTarget), 'note').trim()
    void submit(() => call('POST /api/ask-factor-help', { body: { note, ...whose } }), {
      sending: false,
      success: null,
      done: () => setAsked(true),
    })
  }
  if (asked) {
    return (
      <section key="asked" className="mt-4 rounded-tile bg-sunken p-4 text-14">
        <h2 ref={readOn} tabIndex={-1} className="text-17 outline-none">
          {text.asked}
        </h2>
        <p className="mt-1 text-ink-2">{text.askedLead}</p>
      </section>
    )
  }
  return (
    <section className="mt-4 rounded-tile bg-sunken p-4 text-14">
      <h2 ref={readOn} tabIndex={-1} className="text-17 outline-none">
        {text.title}
      </h2>
      <p className="mt-1 text-ink-2">{text.codesFirst}</p>
      <p className="mt-2 text-ink-2">{text.elseHelp}</p>
      <form noValidate onSubmit={ask} className="mt-4 flex flex-col gap-3.5">
        <TextArea
          label={text.note}
          name="note"
          rows={2}
          maxLength={LONGEST_HELP_NOTE}
          hint={text.noteHint}
          error={errors['note']}
        />
        <Button type="submit" variant="secondary" size="medium" busy={busy}>
          {busy ? sending : text.ask}
        </Button>
      </form>
    </section>
  )
}

/** Whoever pressed what stood here before reads on at the heading. */
function readOn(heading: HTMLElement | null) {
  heading?.focus()
}
