import { useState, type ReactNode } from 'react'
import { plainAmount, plainPercent } from '#money/typed.ts'
import type { Plan } from '#plans/contract.ts'
import { readPlan, type TypedPlan } from '#plans/rules.ts'
import { Button } from '#ui/button.tsx'
import { useRecordForm } from '#ui/change.ts'
import { fieldOf } from '#ui/submission.ts'
import { call } from './calls.ts'
import { PlanFields } from './plan-form-fields.tsx'

/** What a plan would promise, as it is typed: a new one, or one that is changed. */
export type Ahead = (plan: Plan | undefined, typed: TypedPlan & { available: boolean }) => ReactNode

type PlanFormProps = {
  plan?: Plan
  /** Whether it waits for a second administrator, in a sentence. */
  note: ReactNode
  /** What it would promise as it is typed. */
  ahead: Ahead
  onDone: () => void
}

const NOTHING_YET = {
  ...{ name: '', min_amount: '', max_amount: '', durations_copy: '', ref_bonus: '', daily_roi: '', description: '' },
  available: true,
}

/** A new plan, or one to be changed as it was when the form was opened. */
export function PlanForm({ plan, note, ahead, onDone }: PlanFormProps) {
  const [opened] = useState(plan)
  const [typed, setTyped] = useState<TypedPlan & { available: boolean }>(opened ?? NOTHING_YET)
  const { busy, errors, send } = useRecordForm(bodyOf, {
    read: (body) => readPlan(body, opened),
    save: (body) =>
      opened
        ? call('POST /api/update-plan/:id', { params: { id: opened.id }, body: { ...body, version: opened.version } })
        : call('POST /api/create-plan', { body }),
    onDone,
  })

  return (
    <form
      noValidate
      onSubmit={send}
      onChange={({ currentTarget }) => setTyped(bodyOf(new FormData(currentTarget)))}
      className="flex flex-col gap-3.5"
    >
      <PlanFields plan={opened} errors={errors} />
      {ahead(opened, typed)}
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
