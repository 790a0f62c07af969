import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useEffect } from 'react'
import type { ReplyOf } from '#kit/wire.ts'
import type { investmentsContract } from '#investments/contract.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useLater } from '#ui/later.ts'
import { Notice } from '#ui/notice.tsx'
import { useRefresh } from '#ui/read.ts'
import { ScreenHead } from '#ui/screen-head.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSubmission } from '#ui/submission.ts'
import { call, useRead } from './calls.ts'
import { PaymentProgress } from './payment-progress.tsx'
import { PaymentSlip } from './payment-slip.tsx'

export type Payment = ReplyOf<(typeof investmentsContract)['GET /api/payment/:tranx_id']>
type Asked = { amount?: string | undefined; wallet?: string | undefined; address?: string | undefined }

const TO_PLANS_AFTER = 1000
const HOME_AFTER = 2000

/** Where to pay one investment. Everything on it comes from the server; the link only says which one. */
export function PaymentScreen() {
  const { tranx_id, ...asked } = useSearch({ from: '/payment' })
  const navigate = useNavigate()
  const nothingToPay = !asked.amount
  useEffect(() => {
    if (!nothingToPay) return
    const timer = setTimeout(() => void navigate({ to: '/invest', replace: true }), TO_PLANS_AFTER)
    return () => clearTimeout(timer)
  }, [nothingToPay, navigate])

  if (nothingToPay || !tranx_id) return <NoPayment />
  return <OwnPayment tranxId={tranx_id} asked={asked} />
}

function OwnPayment({ tranxId, asked }: { tranxId: string; asked: Asked }) {
  const { data: payment, error } = useRead('GET /api/payment/:tranx_id', { params: { tranx_id: tranxId } })
  if (error && !payment) return <NoPayment message={error.message} />
  return (
    <>
      <ScreenHead
        title="Payment"
        line={payment && `${payment.plan} for ${daysText(payment.duration)}`}
        before={<Back />}
      />
      {payment ? <PaymentRecord payment={payment} altered={isAltered(asked, payment)} /> : <PaymentSkeleton />}
    </>
  )
}

function PaymentRecord({ payment, altered }: { payment: Payment; altered: boolean }) {
  const navigate = useNavigate()
  // Here and not with the button, which goes as soon as the payment is no longer pending.
  const later = useLater()
  return (
    <div className="flex flex-col gap-4">
      {altered && (
        <Notice tone="warning">
          The link that brought you here was altered. What you see is what our own records say; pay nothing to any other
          address.
        </Notice>
      )}
      {isAwaited(payment) && <PaymentSlip payment={payment} />}
      <PaymentProgress payment={payment} />
      {payment.status === 'pending' && (
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
    <div className="sticky bottom-18 z-10 lg:bottom-0 -mx-5 bg-linear-to-t from-bg from-75% to-transparent px-5 pt-4 pb-3">
      <Button busy={busy} onClick={complete} className="w-full">
        I have completed this payment
      </Button>
    </div>
  )
}

function NoPayment({ message = 'There is nothing to pay here.' }: { message?: string }) {
  return (
    <>
      <ScreenHead title="Payment" before={<Back />} />
      <EmptyState
        next={
          <Link to="/invest" className={buttonClass('secondary', 'medium')}>
            Choose a plan
          </Link>
        }
      >
        {message}
      </EmptyState>
    </>
  )
}

function Back() {
  return (
    <Link
      to="/investment"
      aria-label="Back to your investments"
      className="-ml-3 grid size-11 place-items-center rounded-full"
    >
      <ChevronLeft className="size-6" aria-hidden />
    </Link>
  )
}

function PaymentSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-122 rounded-card" />
      <Skeleton className="h-29 rounded-card" />
    </div>
  )
}

/** Whether the money is still to come or to be found: only then is there an address to pay to. */
function isAwaited({ status }: Payment): boolean {
  return status === 'pending' || status === 'waiting approval'
}

/** Whether the link names something else than the record does. What it names is never shown. */
function isAltered(asked: Asked, payment: Payment): boolean {
  const names = ['amount', 'wallet', 'address'] as const
  return names.some((name) => asked[name] !== undefined && asked[name] !== payment[name])
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
