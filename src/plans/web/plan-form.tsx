import { useState, type ReactNode } from 'react'
import { plainAmount, plainPercent } from '#money/typed.ts'
import type { Plan } from '#plans/contract.ts'
import { readPlan } from '#plans/rules.ts'
import { Button } from '#ui/button.tsx'
import { useRecordForm } from '#ui/change.ts'
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
  const { busy, errors, send } = useRecordForm(bodyOf, {
    read: (body) => readPlan(body, opened),
    save: (body) =>
      opened
        ? call('POST /api/update-plan/:id', { params: { id: opened.id }, body: { ...body, version: opened.version } })
        : call('POST /api/create-plan', { body }),
    onDone,
  })

  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-3.5">
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
    min_amount: plainAmount(fieldOf(form, 'min_amount')),
    max_amount: plainAmount(fieldOf(form, 'max_amount')),
    durations_copy: fieldOf(form, 'durations_copy').trim(),
    ref_bonus: plainPercent(fieldOf(form, 'ref_bonus')),
    daily_roi: plainPercent(fieldOf(form, 'daily_roi')),
    early_roi: plainPercent(fieldOf(form, 'early_roi')),
    description: fieldOf(form, 'description').trim(),
    available: form.has('available'),
  }
}
