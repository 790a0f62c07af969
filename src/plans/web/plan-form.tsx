import { useState, type FormEvent, type ReactNode } from 'react'
import { parsePercent } from '#money/percent.ts'
import type { Plan } from '#plans/contract.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useRefresh } from '#ui/read.ts'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { call } from './calls.ts'
import { perYear } from './rate.tsx'

type PlanFormProps = {
  plan?: Plan
  /** Whether it waits for a second administrator, in a sentence. */
  note: ReactNode
  onDone: () => void
}

/** A new plan, or one to be changed as it was when the form was opened. */
export function PlanForm({ plan, note, onDone }: PlanFormProps) {
  const [opened] = useState(plan)
  const [daily, setDaily] = useState(plan?.daily_roi ?? '')
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = bodyOf(new FormData(event.currentTarget))
    const send = () =>
      opened
        ? call('POST /api/update-plan/:id', { params: { id: opened.id }, body: { ...body, version: opened.version } })
        : call('POST /api/create-plan', { body })
    void submit(send, {
      done: () => {
        refresh()
        onDone()
      },
    })
  }

  return (
    <form onSubmit={save} className="flex flex-col gap-3.5">
      <TextField label="Name" name="name" required maxLength={60} defaultValue={opened?.name} error={errors['name']} />
      <div className="grid grid-cols-2 gap-3.5">
        <TextField
          label="Minimum amount"
          name="min_amount"
          inputMode="decimal"
          required
          defaultValue={opened?.min_amount}
          error={errors['min_amount']}
        />
        <TextField
          label="Maximum amount"
          name="max_amount"
          inputMode="decimal"
          required
          defaultValue={opened?.max_amount}
          error={errors['max_amount']}
        />
      </div>
      <TextField
        label="Durations"
        name="durations_copy"
        required
        maxLength={200}
        hint="Such as 7, 14, 30 or 2 weeks, 1 month"
        defaultValue={opened?.durations_copy}
        error={errors['durations_copy']}
      />
      <div className="grid grid-cols-2 gap-3.5">
        <TextField
          label="Rate per day, %"
          name="daily_roi"
          inputMode="decimal"
          required
          value={daily}
          onChange={(event) => setDaily(event.target.value.trim())}
          hint={yearOf(daily)}
          error={errors['daily_roi']}
        />
        <TextField
          label="Referral bonus, %"
          name="ref_bonus"
          inputMode="decimal"
          required
          defaultValue={opened?.ref_bonus}
          error={errors['ref_bonus']}
        />
      </div>
      <TextArea
        label="Description"
        name="description"
        maxLength={1000}
        defaultValue={opened?.description}
        error={errors['description']}
      />
      <Checkbox name="available" defaultChecked={opened?.available ?? true} error={errors['available']}>
        Available to investors
      </Checkbox>
      {note}
      <Button type="submit" busy={busy}>
        {busy ? 'sending...' : opened ? 'Update plan' : 'Create Plan'}
      </Button>
    </form>
  )
}

/** Beside every rate per day stands the rate per year. */
function yearOf(daily: string): string {
  return 'problem' in parsePercent(daily) ? 'A year is 365 times this' : `${perYear(daily)}% a year, capital at risk`
}

function bodyOf(form: FormData) {
  return {
    name: fieldOf(form, 'name').trim(),
    min_amount: fieldOf(form, 'min_amount').trim(),
    max_amount: fieldOf(form, 'max_amount').trim(),
    durations_copy: fieldOf(form, 'durations_copy').trim(),
    ref_bonus: fieldOf(form, 'ref_bonus').trim(),
    daily_roi: fieldOf(form, 'daily_roi').trim(),
    description: fieldOf(form, 'description').trim(),
    available: form.has('available'),
  }
}
