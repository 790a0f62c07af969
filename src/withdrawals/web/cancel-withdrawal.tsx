import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import * as text from '#texts/withdrawal-detail.ts'
import { fromWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { Button } from '#ui/button.tsx'
import { useRefresh } from '#ui/read.ts'
import { useSubmission } from '#ui/submission.ts'
import { call } from './calls.ts'

type CancelWithdrawalProps = {
  id: string
  amount: string
  /** What the wallet is called that it goes back to. */
  wallet: string
}

/** Takes a request back, after having said what that means: it cannot be undone. */
export function CancelWithdrawal({ id, amount, wallet }: CancelWithdrawalProps) {
  const [asked, setAsked] = useState(false)
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const dollars = showUsd(fromWire(amount))
  const cancel = () => void submit(() => call('POST /api/cancel-withdrawal/:id', { params: { id } }), { done: refresh })
  if (!asked) {
    return (
      <Button variant="danger" className="w-full" onClick={() => setAsked(true)}>
        <Undo2 className="size-5 rtl:-scale-x-100" aria-hidden />
        {text.cancel}
      </Button>
    )
  }
  return (
    <section aria-label={text.cancelHeading} className="rounded-tile bg-down-wash p-4">
      {/* where the button was that asked for it, so that the reading goes on here */}
      <h3 ref={(heading) => heading?.focus()} tabIndex={-1} className="text-17 outline-none">
        {text.cancelHeading}
      </h3>
      <p className="mt-1 text-14 text-ink-2">{text.cancelMeans(dollars, wallet)}</p>
      <div className="mt-4 flex flex-col gap-2">
        <Button variant="danger" size="medium" busy={busy} onClick={cancel}>
          {text.cancelConfirm(dollars)}
        </Button>
        <Button variant="secondary" size="medium" onClick={() => setAsked(false)}>
          {text.keep}
        </Button>
      </div>
    </section>
  )
}
