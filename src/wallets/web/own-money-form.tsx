import { useState, type ReactNode } from 'react'
import { problemOfAmount } from '#money/typed.ts'
import { AmountField } from '#ui/amount-field.tsx'
import { Button } from '#ui/button.tsx'
import { useChange } from '#ui/change.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Choices } from '#ui/choices.tsx'
import { Notice } from '#ui/notice.tsx'
import { fieldOf, problemsOf } from '#ui/submission.ts'
import { TextArea } from '#ui/text-area.tsx'

export type Direction = 'in' | 'out'
type Errors = ReturnType<typeof useChange>['errors']

type Warning = { says: ReactNode; tick: string }

type OwnMoneyFormProps = {
  /** What each direction is called. */
  directions: Record<Direction, string>
  /** What is to be said beside amount, direction and reason. */
  more?: (direction: Direction, errors: Errors) => ReactNode
  /** What follows from what has been typed so far. */
  consequence: (typed: string, direction: Direction) => ReactNode
  /** What has to be known and ticked before it is sent, where that is something; also whether the button warns. */
  warning?: ((typed: string, direction: Direction) => Warning | null) | undefined
  button: (direction: Direction) => string
  send: (typed: { amount: string; direction: Direction; reason: string }, given: FormData) => Promise<unknown>
  onDone: () => void
}

/** Moves money of the operator's own one way or the other, and says before what follows from it. */
export function OwnMoneyForm({ directions, more, consequence, warning, button, send, onDone }: OwnMoneyFormProps) {
  const [amount, setAmount] = useState('')
  const [direction, setDirection] = useState<Direction>('in')
  const { busy, errors, change } = useChange(onDone)
  const record = (given: FormData) => send({ amount, direction, reason: fieldOf(given, 'reason').trim() }, given)
  const warned = warning?.(amount, direction) ?? null
  const check = (given: FormData) =>
    problemsOf({
      amount: problemOfAmount(amount),
      known: warned !== null && fieldOf(given, 'known') === '' ? 'Read this first, then tick it.' : null,
    })
  return (
    <form noValidate onSubmit={(event) => change(event, record, check)} className="flex flex-col gap-4">
      <AmountField label="Amount" value={amount} onChange={setAmount} error={errors['amount']} />
      <Choices
        label="Direction"
        variant="segments"
        choices={[
          { value: 'in', label: directions.in },
          { value: 'out', label: directions.out },
        ]}
        chosen={direction}
        onChoose={(value) => setDirection(value === 'out' ? 'out' : 'in')}
        error={errors['direction']}
      />
      {more?.(direction, errors)}
      <TextArea label="Reason" name="reason" required maxLength={500} error={errors['reason']} />
      <p className="min-h-5 text-13 text-ink-2" aria-live="polite">
        {consequence(amount, direction)}
      </p>
      {warned && (
        <>
          <Notice tone="warning">{warned.says}</Notice>
          <Checkbox name="known" error={errors['known']}>
            {warned.tick}
          </Checkbox>
        </>
      )}
      <Button type="submit" busy={busy} className={warned ? 'bg-down! text-surface!' : ''}>
        {busy ? 'sending...' : button(direction)}
      </Button>
    </form>
  )
}
