import { useState } from 'react'
import { parsePercent } from '#money/percent.ts'
import { plainPercent } from '#money/typed.ts'
import type { Plan } from '#plans/contract.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import type { CallError } from '#ui/client.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { perYear } from './rate.tsx'

type PlanFieldsProps = { plan: Plan | undefined; errors: CallError['errors'] }

/** The terms of a plan, as they are or yet to be typed. */
export function PlanFields({ plan, errors }: PlanFieldsProps) {
  const [daily, setDaily] = useState(plan?.daily_roi ?? '')
  return (
    <>
      <TextField label="Name" name="name" required maxLength={60} defaultValue={plan?.name} error={errors['name']} />
      <div className="grid grid-cols-2 gap-3.5">
        <TextField
          label="Minimum amount"
          name="min_amount"
          inputMode="decimal"
          required
          defaultValue={plan?.min_amount}
          error={errors['min_amount']}
        />
        <TextField
          label="Maximum amount"
          name="max_amount"
          inputMode="decimal"
          required
          defaultValue={plan?.max_amount}
          error={errors['max_amount']}
        />
      </div>
      <TextField
        label="Durations"
        name="durations_copy"
        required
        maxLength={200}
        hint="Such as 7, 14, 30 or 2 weeks, 1 month"
        defaultValue={plan?.durations_copy}
        error={errors['durations_copy']}
      />
      <div className="grid grid-cols-2 gap-3.5">
        <TextField
          label="Rate per day, %"
          name="daily_roi"
          inputMode="decimal"
          required
          value={daily}
          onChange={(event) => setDaily(event.target.value)}
          hint={yearOf(plainPercent(daily))}
          error={errors['daily_roi']}
        />
        <TextField
          label="Referral bonus, %"
          name="ref_bonus"
          inputMode="decimal"
          required
          defaultValue={plan?.ref_bonus}
          error={errors['ref_bonus']}
        />
      </div>
      <TextField
        label="Early rate per day, %"
        name="early_roi"
        inputMode="decimal"
        required
        defaultValue={plan?.early_roi ?? '0'}
        hint="What an investment left before its end still earns; 0 for nothing"
        error={errors['early_roi']}
      />
      <TextArea
        label="Description"
        name="description"
        maxLength={1000}
        defaultValue={plan?.description}
        error={errors['description']}
      />
      <Checkbox name="available" defaultChecked={plan?.available ?? true} error={errors['available']}>
        Available to investors
      </Checkbox>
    </>
  )
}

/** Beside every rate per day stands the rate per year. */
function yearOf(daily: string): string {
  return 'problem' in parsePercent(daily) ? 'A year is 365 times this' : `${perYear(daily)}% a year, capital at risk`
}
