import * as text from '#texts/cancel-investment.ts'
import { fromWire, ZERO } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { CancelStep } from '#ui/cancel-step.tsx'
import { useRefresh } from '#ui/read.ts'
import { useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'

type CancelInvestmentProps = {
  id: string
  amount: string
  /** What came in for it before. */
  held: string
}

/** Gives an unpaid investment up. */
export function CancelInvestment({ id, amount, held }: CancelInvestmentProps) {
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const inHand = fromWire(held)
  return (
    <CancelStep
      quiet
      ask={text.cancel}
      heading={text.heading}
      means={text.means(showUsd(fromWire(amount)), inHand > ZERO ? showUsd(inHand) : null)}
      confirm={text.confirm}
      keep={text.keep}
      busy={busy}
      onConfirm={() =>
        void submit(() => call('POST /api/cancel-investment/:id', { params: { id } }), { done: refresh })
      }
    />
  )
}
