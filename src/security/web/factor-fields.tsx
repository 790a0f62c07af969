import * as text from '#texts/factors.ts'
import type { CallError } from '#ui/client.ts'
import { fieldOf, problemsOf } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import { PresentPassword } from './section.tsx'

export type AddFactorProps = {
  /** Of somebody who has none yet: then the password is asked for. */
  isFirst: boolean
  onDone: () => void
  onCancel: () => void
}

type FactorFieldsProps = { isFirst: boolean; errors: CallError['errors'] }

/** What every new factor takes: a name and, with the first one, the password. And what follows from adding it. */
export function FactorFields({ isFirst, errors }: FactorFieldsProps) {
  return (
    <>
      <TextField
        label={text.name}
        name="name"
        autoComplete="off"
        maxLength={60}
        required
        hint={text.nameHint}
        error={errors['name']}
      />
      {isFirst && <PresentPassword name="password" error={errors['password']} />}
      <p className="text-14 text-ink-2">{text.addConsequence}</p>
    </>
  )
}

export function missingIn(form: FormData, isFirst: boolean): CallError['errors'] {
  return problemsOf({
    name: fieldOf(form, 'name').trim() === '' ? text.nameMissing : null,
    password: isFirst && fieldOf(form, 'password') === '' ? text.presentMissing : null,
  })
}
