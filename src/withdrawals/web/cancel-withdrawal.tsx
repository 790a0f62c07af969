import * as text from '#texts/withdrawal-detail.ts'
import { fromWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { CancelStep } from '#ui/cancel-step.tsx'
import { useRefresh } from '#ui/read.ts'
import { useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'

type CancelWithdrawalProps = {
  id: string
  amount: string
  /** What the wallet is called that it goes back to. */
  wallet: string
}

/** Takes a request for a payout back. */
export function CancelWithdrawal({ id, amount, wallet }: CancelWithdrawalProps) {
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const dollars = showUsd(fromWire(amount))
  return (
    <CancelStep
      ask={text.cancel}
      heading={text.cancelHeading}
      means={text.cancelMeans(dollars, wallet)}
      confirm={text.cancelConfirm(dollars)}
      keep={text.keep}
      busy={busy}
      onConfirm={() =>
        void submit(() => call('POST /api/cancel-withdrawal/:id', { params: { id } }), { done: refresh })
      }
    />
  )
}
