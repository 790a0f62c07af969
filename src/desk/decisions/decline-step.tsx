import type { ReactNode } from 'react'
import type { CallError } from '#ui/client.ts'
import type { Figure } from '#ui/figures.tsx'
import { fieldOf } from '#ui/submission.ts'
import type { Told } from './decided.ts'
import { DecisionForm, ReasonField } from './decision-form.tsx'
import { fromWire } from '#money/micro-usd.ts'
import { showUsdExact } from '#money/show.ts'

type DeclineStepProps = {
  /** What is to be seen before all else. */
  first?: ReactNode
  amount: string
  summary: readonly Figure[]
  /** Who is told the reason. */
  reader: string
  consequence: ReactNode
  /** Fields besides the reason. */
  more?: (errors: CallError['errors']) => ReactNode
  /** What is wrong with them, by field. */
  check?: (given: FormData) => CallError['errors']
  send: (reason: string, given: FormData) => Promise<Told>
  onBack: () => void
  onDecided?: ((told: Told) => void) | undefined
}

/** Declines a record, with a reason that the person reads. */
export function DeclineStep(props: DeclineStepProps) {
  const { first, amount, summary, reader, consequence, more, check, send, onBack, onDecided } = props
  return (
    <DecisionForm
      first={first}
      summary={summary}
      fields={(errors) => (
        <>
          <ReasonField hint={`Visible to ${reader}`} errors={errors} />
          {more?.(errors)}
        </>
      )}
      consequence={consequence}
      confirm={`Decline ${showUsdExact(fromWire(amount))}`}
      variant="danger"
      check={check}
      send={(given) => send(fieldOf(given, 'reason').trim(), given)}
      onBack={onBack}
      onDecided={onDecided}
    />
  )
}
