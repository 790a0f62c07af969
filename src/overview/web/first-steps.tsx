import { Link, type LinkProps } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import * as text from '#texts/next.ts'
import type { Investment } from '#investments/contract.ts'
import { isWaiting } from '#investments/rules.ts'
import type { FirstStep, OwnRecords } from './what-is-next.ts'

type To = Pick<LinkProps, 'to' | 'search'>

/** Where an investment is paid. */
export function paymentLink({ tranx_id, amount, wallet }: Investment): To {
  const search = { tranx_id, amount, wallet: wallet.wallet_name, address: wallet.wallet_address }
  return { to: '/payment', search }
}

/** The way of somebody new, from their codes to the first payment: what is done, what is for now, what comes later. */
export function FirstSteps({ steps, records }: { steps: readonly FirstStep[]; records: OwnRecords }) {
  const last = steps.length - 1
  return (
    <ol aria-label={text.firstSteps} className="flex border-b border-line px-2 py-3">
      {steps.map(({ name, state }, place) => (
        <li
          key={name}
          aria-current={state === 'now' ? 'step' : undefined}
          className="relative min-w-0 flex-1 text-center"
        >
          <span aria-hidden className="flex items-center gap-1">
            <span className={`h-0.5 flex-1 ${place === 0 ? '' : 'bg-line-strong'}`} />
            <Seal state={state} place={place + 1} />
            <span className={`h-0.5 flex-1 ${place === last ? '' : 'bg-line-strong'}`} />
          </span>
          <Step to={linkOf(name, state, records)} strong={state === 'now'}>
            {text.steps[name]}
            <span className="sr-only"> {text.states[state]}</span>
          </Step>
        </li>
      ))}
    </ol>
  )
}

/** A seal that is there, or whose signature is still missing. */
function Seal({ state, place }: { state: FirstStep['state']; place: number }) {
  const looks = {
    done: 'bg-brand text-on-brand',
    now: 'border-2 border-brand text-brand',
    later: 'border border-dashed border-line-strong text-ink-2',
  }
  return (
    <span className={`grid size-6 shrink-0 place-items-center rounded-full text-13 font-semibold ${looks[state]}`}>
      {state === 'done' ? <Check className="size-4" /> : place}
    </span>
  )
}

function Step({ to, strong, children }: { to: To | null; strong: boolean; children: ReactNode }) {
  const className = `block py-1 text-13 ${strong ? 'font-semibold' : 'text-ink-2'}`
  if (!to) return <span className={className}>{children}</span>
  return (
    <Link {...to} className={`${className} after:absolute after:inset-0 after:rounded-control`}>
      {children}
    </Link>
  )
}

/** Where a step is taken, or was; nowhere yet for a payment without a plan. */
function linkOf(name: FirstStep['name'], state: FirstStep['state'], { investments }: OwnRecords): To | null {
  if (name === 'verified') return { to: '/profile' }
  if (name === 'identity') return { to: '/kyc' }
  if (name === 'plan') return { to: '/invest' }
  if (state === 'later') return null
  const newest = investments.find(({ status }) => isWaiting(status))
  return newest && state === 'now' ? paymentLink(newest) : { to: '/investment', search: { tab: 'pending' } }
}
