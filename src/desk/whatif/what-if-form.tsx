import { plainPercent } from '#money/typed.ts'
import { parsePercent } from '#money/percent.ts'
import type { Plan } from '#plans/contract.ts'
import { perYear } from '#plans/web/rate.tsx'
import { days } from '#texts/plan-terms.ts'
import type { CallError } from '#ui/client.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { dayAfter, DAYS_AHEAD } from '#whatif/rules.ts'
import { withPlan, type Typed } from './typed.ts'

type WhatIfFormProps = {
  typed: Typed
  plans: readonly Plan[]
  today: string
  errors: CallError['errors']
  onChange: (typed: Typed) => void
}

/** What is assumed: each change is counted through at once. */
export function WhatIfForm({ typed, plans, today, errors, onChange }: WhatIfFormProps) {
  const change = (changed: Partial<Typed>) => onChange({ ...typed, ...changed })
  const plan = plans.find(({ id }) => id === typed.plan)
  return (
    <div className="flex flex-col gap-3.5">
      <SelectField
        label="New investments on"
        choices={[{ value: '', label: 'None' }, ...plans.map(({ id, name }) => ({ value: id, label: name }))]}
        value={typed.plan}
        onChange={({ target }) =>
          onChange(
            withPlan(
              typed,
              plans.find(({ id }) => id === target.value),
            ),
          )
        }
        error={errors['plan_id']}
      />
      {plan && <NewInvestmentFields typed={typed} plan={plan} errors={errors} onChange={change} />}
      <Share
        label="Withdrawn when due"
        value={typed.withdrawn}
        onChange={(withdrawn) => change({ withdrawn })}
        hint="What isn’t withdrawn stays in the wallets, and is owed."
      />
      <Share
        label="A run: share of everybody who leaves at once"
        value={typed.run}
        onChange={(run) => change({ run })}
        hint="They take what their wallets hold and their principal."
      />
      {typed.run > 0 && (
        <TextField
          label="Day of the run"
          type="date"
          min={today}
          max={dayAfter(today, DAYS_AHEAD - 1)}
          value={typed.runDay}
          onChange={({ target }) => change({ runDay: target.value })}
          error={errors['day']}
        />
      )}
      <TextField
        label="The reserve earns in 30 days, $"
        inputMode="decimal"
        autoComplete="off"
        value={typed.returns}
        onChange={({ target }) => change({ returns: target.value })}
        hint="Comes in day by day. Leave it empty for nothing."
        error={errors['returns']}
      />
    </div>
  )
}

type NewInvestmentFieldsProps = {
  typed: Typed
  plan: Plan
  errors: CallError['errors']
  onChange: (changed: Partial<Typed>) => void
}

/** How many of which amount, and on which terms: those of the plan until they are changed. */
function NewInvestmentFields({ typed, plan, errors, onChange }: NewInvestmentFieldsProps) {
  const daily = plainPercent(typed.daily)
  const year = 'problem' in parsePercent(daily) ? '' : `${perYear(daily)}% a year. `
  return (
    <>
      <div className="grid grid-cols-2 gap-3.5">
        <TextField
          label="How many a day"
          inputMode="numeric"
          autoComplete="off"
          value={typed.count}
          onChange={({ target }) => onChange({ count: target.value })}
          error={errors['count']}
        />
        <TextField
          label="Amount of each, $"
          inputMode="decimal"
          autoComplete="off"
          value={typed.amount}
          onChange={({ target }) => onChange({ amount: target.value })}
          error={errors['amount']}
        />
        <SelectField
          label="Duration"
          choices={plan.durations.map((length) => ({ value: String(length), label: days(length) }))}
          value={typed.duration}
          onChange={({ target }) => onChange({ duration: target.value })}
          error={errors['duration']}
        />
        <TextField
          label="Rate per day, %"
          inputMode="decimal"
          autoComplete="off"
          value={typed.daily}
          onChange={({ target }) => onChange({ daily: target.value })}
          error={errors['daily_roi']}
        />
      </div>
      <p className="text-13 text-ink-2">
        {year}
        {plan.name} pays {plan.daily_roi}% a day now; running investments keep their rate. Each brings its inviter{' '}
        {plan.ref_bonus}%.
      </p>
    </>
  )
}

type ShareProps = { label: string; value: number; hint: string; onChange: (value: number) => void }

/** A whole percentage, to slide. */
function Share({ label, value, hint, onChange }: ShareProps) {
  return (
    <label className="block text-14 text-ink-2">
      <span className="flex justify-between gap-3">
        {label}
        <b className="text-ink">{value}%</b>
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={value}
        aria-valuetext={`${value}%`}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        className="min-h-11 w-full cursor-pointer rounded-control"
        style={{ accentColor: 'var(--brand)', outlineOffset: -2 }}
      />
      <span className="block text-13">{hint}</span>
    </label>
  )
}
