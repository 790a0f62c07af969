import { useState, type FormEvent } from 'react'
import { parseAmount } from '#money/micro-usd.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { fieldOf, focusFirstError, problemsOf } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import type { Asked } from './asked.ts'

type FilterFormProps = {
  list: Asked
  statuses?: readonly { value: string; label: string }[]
  statusLabel?: string
  amounts?: boolean
  onDone: () => void
}
const FIELDS = ['status', 'from', 'to', 'min', 'max']

/** What a list is narrowed to, applied together; what cannot be read is said at its field. */
export function FilterForm({ list, statuses = [], statusLabel = 'Status', amounts = false, onDone }: FilterFormProps) {
  const { asked, ask } = list
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({})
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const given = Object.fromEntries(FIELDS.map((name) => [name, fieldOf(form, name).trim()])) as Required<
      Record<'status' | 'from' | 'to' | 'min' | 'max', string>
    >
    const wrong = problemsOf({
      to: given.from && given.to && given.to < given.from ? 'This day is before the first one.' : null,
      min: problemWith(given.min),
      max: problemWith(given.max),
    })
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return void setTimeout(focusFirstError)
    ask(given)
    onDone()
  }
  return (
    <form
      onSubmit={apply}
      noValidate
      className={`grid grid-cols-2 gap-2 ${amounts ? 'lg:grid-cols-3' : 'lg:grid-cols-4'}`}
    >
      {statuses.length > 0 && (
        <SelectField
          label={statusLabel}
          name="status"
          className="max-lg:col-span-2"
          choices={[{ value: '', label: 'All of these' }, ...statuses]}
          defaultValue={asked.status ?? ''}
        />
      )}
      <TextField label="From" name="from" type="date" defaultValue={asked.from} error={errors['from']} />
      <TextField label="To" name="to" type="date" defaultValue={asked.to} error={errors['to']} />
      {amounts && (
        <>
          <TextField
            label="At least, $"
            name="min"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={asked.min}
            error={errors['min']}
          />
          <TextField
            label="At most, $"
            name="max"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={asked.max}
            error={errors['max']}
          />
        </>
      )}
      <Button type="submit" size="medium" className="max-lg:col-span-2">
        Show these
      </Button>
    </form>
  )
}

function problemWith(amount: string): string | null {
  if (!amount) return null
  const read = parseAmount(amount)
  return 'problem' in read ? read.problem : null
}
