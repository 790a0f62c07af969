import { useState, type FormEvent } from 'react'
import { plainAmount, problemOfAmount } from '#money/typed.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { fieldOf, problemsOf, showProblem } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import type { ListState, FilterName } from './list-query.ts'

/** A word that a list is narrowed by: its name in the address and on the wire, its label, and what there is to choose from. */
export type Filter = {
  name: FilterName
  label: string
  choices: readonly { value: string; label: string }[]
}

type FilterFormProps = { list: ListState; narrowing?: Filter | undefined; onDone: () => void }

/** What a list is narrowed to, applied together; what cannot be read is said at its field. */
export function FilterForm({ list, narrowing, onDone }: FilterFormProps) {
  const { address, amounts, change } = list
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({})
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [from, to] = [fieldOf(form, 'from'), fieldOf(form, 'to')]
    const [min, max] = [plainAmount(fieldOf(form, 'min')), plainAmount(fieldOf(form, 'max'))]
    const wrong = problemsOf({
      to: from && to && to < from ? 'The last day is before the first.' : null,
      min: min ? problemOfAmount(min) : null,
      max: max ? problemOfAmount(max) : null,
    })
    if (Object.keys(wrong).length > 0) return showProblem(() => setErrors(wrong))
    setErrors({})
    change({ from, to, min, max, ...(narrowing && { [narrowing.name]: fieldOf(form, narrowing.name) }) })
    onDone()
  }
  return (
    <form
      onSubmit={apply}
      noValidate
      className={`grid grid-cols-2 gap-2 ${amounts ? 'lg:grid-cols-3' : 'lg:grid-cols-4'}`}
    >
      {narrowing && (
        <SelectField
          label={narrowing.label}
          name={narrowing.name}
          className="max-lg:col-span-full"
          choices={[{ value: '', label: 'All of these' }, ...narrowing.choices]}
          defaultValue={address[narrowing.name] ?? ''}
        />
      )}
      <TextField label="From" name="from" type="date" defaultValue={address.from} error={errors['from']} />
      <TextField label="To" name="to" type="date" defaultValue={address.to} error={errors['to']} />
      {amounts && (
        <>
          <TextField
            label="At least, $"
            name="min"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={address.min}
            error={errors['min']}
          />
          <TextField
            label="At most, $"
            name="max"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={address.max}
            error={errors['max']}
          />
        </>
      )}
      <Button type="submit" size="medium" className="max-lg:col-span-full">
        Show these
      </Button>
    </form>
  )
}
