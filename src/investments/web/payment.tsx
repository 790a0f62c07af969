import { useSearch } from '@tanstack/react-router'
import * as text from '#texts/payment.ts'
import { days } from '#texts/plan-terms.ts'
import { CallError } from '#ui/client.ts'
import { useRedirectAfter } from '#ui/redirect-after.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useRead } from './calls.ts'
import { NoPayment, ToInvestments } from './no-payment.tsx'
import { type PaymentLink, PaymentRecord } from './payment-record.tsx'

const TO_PLANS_AFTER = 1000

/** Where to pay one investment. Everything on it comes from the server; the link only says which one. */
export function PaymentScreen() {
  const { tranx_id, amount, wallet, address } = useSearch({ from: '/payment' })
  const nothingToPay = !amount
  useRedirectAfter('/invest', nothingToPay ? TO_PLANS_AFTER : null)
  if (nothingToPay || !tranx_id) return <NoPayment />
  return <OwnPayment tranxId={tranx_id} link={{ amount, wallet, address }} />
}

function OwnPayment({ tranxId, link }: { tranxId: string; link: PaymentLink }) {
  const {
    data: payment,
    dataUpdatedAt,
    error,
    refetch,
  } = useRead('GET /api/payment/:tranx_id', { params: { tranx_id: tranxId } })
  if (error && !payment) {
    const unknown = error instanceof CallError && error.status === 404
    return unknown ? <NoPayment message={error.message} /> : <Unread message={error.message} again={refetch} />
  }
  return (
    <>
      <ScreenHead
        title={text.title}
        line={payment && text.planFor(payment.plan, days(payment.duration))}
        before={<ToInvestments />}
      />
      {payment ? (
        <PaymentRecord payment={payment} link={link} ahead={Date.parse(payment.as_of) - dataUpdatedAt} />
      ) : (
        <PaymentSkeleton />
      )}
    </>
  )
}

function Unread({ message, again }: { message: string; again: () => unknown }) {
  return (
    <>
      <ScreenHead title={text.title} before={<ToInvestments />} />
      <LoadFailed again={again}>{message}</LoadFailed>
    </>
  )
}

function PaymentSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-130 rounded-card" />
      <Skeleton className="h-29 rounded-card" />
    </div>
  )
}
