import { useState, type ReactNode } from 'react'
import type { Plan } from '#plans/contract.ts'
import { readPlan } from '#plans/rules.ts'
import { Button } from '#ui/button.tsx'
import { useChange } from '#ui/change.ts'
import { fieldOf } from '#ui/submission.ts'
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
  const { busy, errors, change } = useChange(onDone)

  const save = (given: FormData) => {
    const body = bodyOf(given)
    return opened
      ? call('POST /api/update-plan/:id', { params: { id: opened.id }, body: { ...body, version: opened.version } })
      : call('POST /api/create-plan', { body })
  }
  const check = (given: FormData) => {
    const read = readPlan(bodyOf(given), opened)
    return 'errors' in read ? read.errors : {}
  }

  return (
    <form noValidate onSubmit={(event) => change(event, save, check)} className="flex flex-col gap-3.5">
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
