import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { Status } from '#kit/wire.ts'
import type { Payment } from './payment.tsx'

/** What each state means here; once decided, the tab of the history that holds the record. */
const words: Record<Status, { heading: string; text: string; tab?: string }> = {
  pending: { heading: 'Waiting for your payment', text: 'Tell us below as soon as you have paid.' },
  'waiting approval': {
    heading: 'Checking your payment',
    text: 'You told us that it is paid. Somebody here looks for it now.',
  },
  approved: { heading: 'Approved', text: 'Your payment has come in, and your investment is earning.', tab: 'active' },
  completed: { heading: 'Completed', text: 'This investment has run its whole time.', tab: 'completed' },
  declined: { heading: 'Declined', text: 'Do not pay for it any more. Your history says why.', tab: 'declined' },
}
const steps: { label: string; status: Status }[] = [
  { label: 'Waiting', status: 'pending' },
  { label: 'Checking', status: 'waiting approval' },
  { label: 'Earning', status: 'approved' },
]

/** How far a payment has come; it changes by itself. */
export function PaymentProgress({ payment: { status } }: { payment: Payment }) {
  const { heading, text, tab } = words[status]
  const reached = status === 'completed' ? steps.length : steps.findIndex((step) => step.status === status)
  return (
    <Card className="p-5">
      <div role="status" className="flex items-center gap-4">
        <Ripples still={reached < 0 || reached > 1} look={status === 'declined' ? 'text-down' : 'text-brand'} />
        <div className="min-w-0">
          <p className="text-15 font-semibold">{heading}</p>
          <p className="text-14 text-ink-2">{text}</p>
        </div>
      </div>
      {reached >= 0 && (
        <ol className="mt-4 flex gap-1.5">
          {steps.map(({ label }, place) => (
            <li
              key={label}
              aria-current={place === reached ? 'step' : undefined}
              className={`flex-1 border-t-4 pt-1.5 text-12 ${place <= reached ? 'border-brand font-semibold text-brand' : 'border-line text-ink-2'}`}
            >
              {label}
            </li>
          ))}
        </ol>
      )}
      {tab && (
        <Link to="/investment" search={{ tab }} className={`${buttonClass('quiet', 'medium')} mt-4 w-full`}>
          Open your history
        </Link>
      )}
    </Card>
  )
}

function Ripples({ still, look }: { still: boolean; look: string }) {
  return (
    <svg viewBox="0 0 36 36" aria-hidden className={`size-9 shrink-0 ${look}`}>
      <circle cx="18" cy="18" r="5" fill="currentColor" />
      <g fill="none" stroke="currentColor" className={still ? '' : 'animate-breathe'}>
        <circle cx="18" cy="18" r="11" opacity="0.6" />
        <circle cx="18" cy="18" r="17" opacity="0.3" />
      </g>
    </svg>
  )
}
