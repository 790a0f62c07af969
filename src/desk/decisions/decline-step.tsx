import type { ReactNode } from 'react'
import type { CallError } from '#ui/client.ts'
import type { Figure } from '#ui/figures.tsx'
import { fieldOf } from '#ui/submission.ts'
import { DecisionForm, ReasonField } from './decision-form.tsx'
import { dollars } from '#money/show.ts'

type DeclineStepProps = {
  amount: string
  summary: readonly Figure[]
  /** Who is told the reason. */
  reader: string
  consequence: ReactNode
  /** Fields besides the reason. */
  more?: (errors: CallError['errors']) => ReactNode
  send: (reason: string, given: FormData) => Promise<{ message: string }>
  onBack: () => void
}

/** Declines a record, with a reason that the person reads. */
export function DeclineStep({ amount, summary, reader, consequence, more, send, onBack }: DeclineStepProps) {
  return (
    <DecisionForm
      summary={summary}
      fields={(errors) => (
        <>
          <ReasonField hint={`Visible to ${reader}`} errors={errors} />
          {more?.(errors)}
        </>
      )}
      consequence={consequence}
      confirm={`Decline ${dollars(amount)}`}
      variant="danger"
      send={(given) => send(fieldOf(given, 'reason').trim(), given)}
      onBack={onBack}
    />
  )
}
