import { Link } from '@tanstack/react-router'
import * as text from '#texts/payment.ts'
import { isWaiting, stillToCome } from '#investments/rules.ts'
import type { Status } from '#kit/wire.ts'
import { fromWire, ZERO } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { CANCELLED, EXPIRED } from '#kit/cancelled-rules.ts'
import { isCancelled } from '#records/rules.ts'
import { buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FigureList } from '#ui/figures.tsx'
import { Money } from '#ui/money.tsx'
import { momentOf } from '#ui/times.ts'
import type { Payment } from './calls.ts'

const STEPS = ['pending', 'waiting approval', 'approved'] as const

/** Once decided, the tab of the history that holds the record. */
const tabs: Partial<Record<Status, string>> = { approved: 'active', completed: 'completed', declined: 'declined' }

type PaymentProgressProps = { payment: Payment; /** The time to pay is over. */ over: boolean }

/** How far a payment has come; it changes on its own. */
export function PaymentProgress({ payment, over }: PaymentProgressProps) {
  const { status, reason } = payment
  const ended = status === 'declined' ? endedBy(reason) : null
  const words = ended ?? text.states[over ? 'over' : status]
  const reached = status === 'completed' ? STEPS.length : STEPS.findIndex((step) => step === status)
  const colour = isCancelled(payment) ? 'text-ink-3' : status === 'declined' || over ? 'text-down' : 'text-brand'
  return (
    <Card className="p-5">
      <div role="status" className="flex items-center gap-4">
        <Ripples still={reached < 0 || reached > 1 || over} colour={colour} />
        <div className="min-w-0">
          <p className="text-15 font-semibold">{words.heading}</p>
          <p className="text-14 text-ink-2">{words.text}</p>
        </div>
      </div>
      {reached >= 0 && !over && <Steps reached={reached} />}
      {payment.marked_at && (
        <p className="mt-4 text-14 text-ink-2">
          {text.since(usd(payment.amount), payment.wallet, momentOf(payment.marked_at))} {text.comesNext}
        </p>
      )}
      {status === 'declined' && <Declined payment={payment} said={ended !== null} />}
      {reached >= 0 && <HeldForIt payment={payment} />}
      <Onward payment={payment} />
    </Card>
  )
}

function usd(amount: string): string {
  return showUsd(fromWire(amount))
}

/** What is said of one that ended without an administrator; null for all others. */
function endedBy(reason: string | null) {
  if (reason === EXPIRED) return text.expired
  return reason === CANCELLED ? text.cancelled : null
}

function Steps({ reached }: { reached: number }) {
  return (
    <ol className="mt-4 flex gap-1.5">
      {STEPS.map((step, place) => (
        <li
          key={step}
          aria-current={place === reached ? 'step' : undefined}
          className={`flex-1 border-t-4 pt-1.5 text-12 ${place <= reached ? 'border-brand font-semibold text-brand' : 'border-line text-ink-2'}`}
        >
          {text.steps[step]}
        </li>
      ))}
    </ol>
  )
}

/** What is held of what came in: part of a payment that is waited for again, or more than was to be paid. */
function HeldForIt({ payment }: { payment: Payment }) {
  const { held, status } = payment
  if (fromWire(held) === ZERO) return null
  const covers = stillToCome(payment) === ZERO
  return (
    <p className="mt-4 text-14 text-ink-2">
      <Money amount={held} className="font-semibold text-ink" />{' '}
      {!isWaiting(status) ? text.cameInBeyond : covers ? text.coversAll : text.countsAlready}
    </p>
  )
}

/** Why, unless that is said already, and what came in anyway and where it is now. */
function Declined({ payment: { amount, reason, received, held }, said }: { payment: Payment; said: boolean }) {
  const came = fromWire(received) > ZERO
  const stillHeld = fromWire(held) > ZERO
  return (
    <>
      <FigureList
        className="mt-4 rounded-tile bg-sunken p-4"
        figures={[
          { term: text.amount, value: <Money amount={amount} /> },
          ...(reason && !said ? [{ term: text.why, value: reason }] : []),
          ...(came ? [{ term: text.cameIn, value: <Money amount={received} /> }] : []),
          ...(stillHeld && held !== received ? [{ term: text.stillHeld, value: <Money amount={held} /> }] : []),
        ]}
      />
      {came && <p className="mt-3 text-14 text-ink-2">{stillHeld ? text.held : text.settled}</p>}
    </>
  )
}

function Onward({ payment: { id, status } }: { payment: Payment }) {
  const tab = tabs[status]
  if (!tab) return null
  return (
    <div className="mt-4 flex flex-col gap-2">
      <Link
        to="/investment"
        search={{ tab, panel: 'details', of: id }}
        className={`${buttonClass('quiet', 'medium')} w-full`}
      >
        {status === 'declined' ? text.openHistory : text.openInvestment}
      </Link>
      {status === 'declined' && (
        <Link to="/invest" className={`${buttonClass('secondary', 'medium')} w-full`}>
          {text.investAgain}
        </Link>
      )}
    </div>
  )
}

function Ripples({ still, colour }: { still: boolean; colour: string }) {
  return (
    <svg viewBox="0 0 36 36" aria-hidden className={`size-9 shrink-0 ${colour}`}>
      <circle cx="18" cy="18" r="5" fill="currentColor" />
      <g fill="none" stroke="currentColor" className={still ? '' : 'animate-breathe'}>
        <circle cx="18" cy="18" r="11" opacity="0.6" />
        <circle cx="18" cy="18" r="17" opacity="0.3" />
      </g>
    </svg>
  )
}
