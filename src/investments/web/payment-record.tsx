import { useNavigate } from '@tanstack/react-router'
import * as text from '#texts/payment.ts'
import { stillToCome } from '#investments/rules.ts'
import { ZERO } from '#money/micro-usd.ts'
import { Button } from '#ui/button.tsx'
import { useTimeout } from '#ui/timeout.ts'
import { Notice } from '#ui/notice.tsx'
import { useNow } from '#ui/now.ts'
import { useRefresh } from '#ui/read.ts'
import { useSubmission } from '#ui/submission.ts'
import { call, type Payment } from './calls.ts'
import { PaymentProgress } from './payment-progress.tsx'
import { PaymentSlip } from './payment-slip.tsx'

const HOME_AFTER = 2000
const SECOND = 1000

/** What the link says of a payment, which is compared with the record and never shown. */
export type PaymentLink = { amount?: string | undefined; wallet?: string | undefined; address?: string | undefined }

type PaymentRecordProps = {
  payment: Payment
  link: PaymentLink
  /** How far the server's clock is from this device's, in milliseconds. */
  ahead: number
}

/** One payment as the server's record of it says, and how much time is left for it. */
export function PaymentRecord({ payment, link, ahead }: PaymentRecordProps) {
  const navigate = useNavigate()
  // Here and not with the button, which goes as soon as the payment is no longer pending.
  const later = useTimeout()
  const left = Date.parse(payment.expires_at) - (useNow(SECOND) + ahead)
  const pending = payment.status === 'pending'
  const over = pending && left <= 0
  // Only while money is still to come or to be found is there an address to pay to.
  const awaited = ((pending && !over) || payment.status === 'waiting approval') && stillToCome(payment) > ZERO
  return (
    <div className="flex flex-col gap-4">
      {isAltered(link, payment) && <Notice tone="warning">{text.altered}</Notice>}
      {awaited && <PaymentSlip payment={payment} left={left} />}
      <PaymentProgress payment={payment} over={over} />
      {pending && (
        <CompletedButton payment={payment} onDone={() => later(() => void navigate({ to: '/' }), HOME_AFTER)} />
      )}
    </div>
  )
}

function CompletedButton({ payment, onDone }: { payment: Payment; onDone: () => void }) {
  const { busy, submit } = useSubmission()
  const refresh = useRefresh()
  const complete = () =>
    void submit(() => call('POST /api/verify-investment/:tranx_id', { params: { tranx_id: payment.tranx_id } }), {
      done: () => {
        refresh()
        onDone()
      },
    })
  return (
    <div className="sticky bottom-[calc(4.5rem+var(--slip))] z-10 lg:bottom-0 -mx-5 bg-linear-to-t from-bg from-75% to-transparent px-5 pt-4 pb-3">
      <Button busy={busy} onClick={complete} className="w-full">
        {text.completed}
      </Button>
    </div>
  )
}

/** Whether the link names something else than the record does. What it names is never shown. */
function isAltered(link: PaymentLink, payment: Payment): boolean {
  const names = ['amount', 'wallet', 'address'] as const
  return names.some((name) => link[name] !== undefined && link[name] !== payment[name])
}
