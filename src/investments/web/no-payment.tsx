import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import * as text from '#texts/payment.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ScreenHead } from '#ui/screen-head.tsx'

/** What stands where a link leads to no payment of one's own. */
export function NoPayment({ message = text.nothingToPay }: { message?: string }) {
  return (
    <>
      <ScreenHead title={text.title} before={<ToInvestments />} />
      <EmptyState
        next={
          <Link to="/invest" className={buttonClass('secondary', 'medium')}>
            {text.choosePlan}
          </Link>
        }
      >
        {message}
      </EmptyState>
    </>
  )
}

/** The way back, at the start of the head. */
export function ToInvestments() {
  return (
    <Link to="/investment" aria-label={text.back} className="-ms-3 grid size-11 place-items-center rounded-full">
      <ChevronLeft className="size-6 rtl:-scale-x-100" aria-hidden />
    </Link>
  )
}
