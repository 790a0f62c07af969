import { useState, type FormEvent, type ReactNode } from 'react'
import type { Plan } from '#plans/contract.ts'
import { Button } from '#ui/button.tsx'
import { useRefresh } from '#ui/read.ts'
import { fieldOf, useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'
import { PlanFields } from './plan-form-fields.tsx'

type PlanFormProps = {
  plan?: Plan
  /** Whether it waits for a second administrator, in a sentence. */
  note: ReactNode
  onDone: () => void
}

/** A new plan, or one to be changed as it was when the form was opened. */
export function PlanForm({ plan, note, onDone }: PlanFormProps) {
  const [opened] = useState(plan)
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
      <PlanFields plan={opened} errors={errors} />
      {note}
      <Button type="submit" busy={busy}>
        {busy ? 'sending...' : opened ? 'Update plan' : 'Create Plan'}
      </Button>
    </form>
  )
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
