import { useNavigate } from '@tanstack/react-router'
import * as text from '#texts/payment.ts'
import { stillToCome } from '#investments/rules.ts'
import { ZERO } from '#money/micro-usd.ts'
import { useTimeout } from '#ui/timeout.ts'
import { BackedPlace } from '#ui/backed-place.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePassed } from '#ui/passed.ts'
import type { Payment } from './calls.ts'
import { CancelInvestment } from './cancel-investment.tsx'
import { MarkPaid } from './mark-paid.tsx'
import { NamedTxid } from './named-txid.tsx'
import { PaymentProgress } from './payment-progress.tsx'
import { PaymentSlip } from './payment-slip.tsx'
import { ShowAddress } from './show-address.tsx'

const HOME_AFTER = 2000

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
  const late = usePassed(Date.parse(payment.expires_at) - ahead)
  const pending = payment.status === 'pending'
  const over = pending && late
  // Only while money is still to come or to be found is there an address to pay to.
  const awaited = ((pending && !over) || payment.status === 'waiting approval') && stillToCome(payment) > ZERO
  return (
    <div className="@container flex flex-col gap-4">
      {isAltered(link, payment) && <Notice tone="warning">{text.altered}</Notice>}
      <div className="flex flex-col gap-4 @min-[40rem]:grid @min-[40rem]:grid-cols-2 @min-[40rem]:items-start">
        {awaited && pending && <PaymentSlip payment={payment} ahead={ahead} />}
        {/* the steps stand beside the slip; once it is paid, what is left to be done beside the steps */}
        <div className={`contents ${pending ? '@min-[40rem]:flex @min-[40rem]:flex-col @min-[40rem]:gap-4' : ''}`}>
          <PaymentProgress payment={payment} over={over} />
          {payment.status === 'waiting approval' && (
            <div className="flex flex-col gap-4">
              <NamedTxid payment={payment} />
              {awaited && (
                <ShowAddress>
                  <PaymentSlip payment={payment} ahead={ahead} />
                </ShowAddress>
              )}
            </div>
          )}
          {pending && <MarkPaid payment={payment} onDone={() => later(() => void navigate({ to: '/' }), HOME_AFTER)} />}
          {pending && <CancelInvestment id={payment.id} amount={payment.amount} held={payment.held} />}
          <div className="col-span-full">
            <BackedPlace />
          </div>
        </div>
      </div>
    </div>
  )
}

/** Whether the link names something else than the record does. What it names is never shown. */
function isAltered(link: PaymentLink, payment: Payment): boolean {
  const names = ['amount', 'wallet', 'address'] as const
  return names.some((name) => link[name] !== undefined && link[name] !== payment[name])
}
