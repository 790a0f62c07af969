import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as text from '#texts/withdrawable.ts'
import { sum, toWire, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { Money } from '#ui/money.tsx'
import { usePanel } from '#ui/panel-url.ts'
import type { Held, Withdrawable } from './withdrawable.ts'
import { wordsFor } from './withdrawable-words.ts'

type WithdrawablePartsProps = {
  found: Withdrawable
  /** Something is running, so that the earnings grow each second. */
  grows: boolean
  /** Opens one of the withdrawals. */
  onOpen: (id: string) => void
}

/** The parts of what an investor has: solid is to be had now, hatched is on its way, pale is still at work. */
const variants = {
  earned: { bar: 'bg-brand', dot: 'bg-brand' },
  referral: { bar: 'bg-[#F2C25B]', dot: 'bg-[#F2C25B]' },
  asked: { bar: 'hatched text-[#FFE066]', dot: 'bg-[#FFE066]' },
  working: { bar: 'bg-white/25', dot: 'bg-white/40' },
}
const variantOf = ({ kind }: Held): keyof typeof variants =>
  kind === 'asked' || kind === 'more asked' || kind === 'withdrawing' ? 'asked' : 'working'

/** What can be had now with its story, and what is held, each with the way to where it is held. */
export function WithdrawableParts({ found: { earned, referral, held }, grows, onOpen }: WithdrawablePartsProps) {
  const story = usePanel('story')
  const whyThisNumber = (of: string, title: string) => (
    <button
      type="button"
      aria-label={text.whyThisNumberOf(title)}
      aria-haspopup="dialog"
      onClick={() => story.show(of)}
      className={actionClass}
    >
      {text.whyThisNumber}
    </button>
  )
  return (
    <div className="mt-4">
      <Bar earned={earned} referral={referral} held={held} />
      <ul className="mt-3 text-14">
        <Part variant="earned" title={text.earnings} amount={earned} decimals={grows ? 5 : 2}>
          {whyThisNumber('earnings', text.earnings)}
        </Part>
        <Part variant="referral" title={text.referral} amount={referral}>
          {whyThisNumber('referral', text.referral)}
        </Part>
      </ul>
      {held.length > 0 && (
        <>
          <h3 className="mt-2 border-t border-white/25 pt-3 text-13 font-normal text-white/80">{text.held}</h3>
          <ul className="text-14">
            {held.map((part, place) => (
              <Part key={place} variant={variantOf(part)} title={wordsFor(part).title} amount={part.amount}>
                <Where held={part} onOpen={onOpen} />
              </Part>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Where the whole line can be tapped. */
const actionClass =
  'text-start text-13 underline decoration-current/45 underline-offset-4 after:absolute after:inset-0 after:rounded-control'

/** Why something is held, as the way to it where it has one. */
function Where({ held, onOpen }: { held: Held; onOpen: (id: string) => void }) {
  const { why } = wordsFor(held)
  if (held.kind === 'asked') {
    return (
      <button type="button" aria-haspopup="dialog" onClick={() => onOpen(held.id)} className={actionClass}>
        {why}
      </button>
    )
  }
  if (held.kind === 'running') {
    return (
      <Link to="/investment" search={{ tab: 'active', panel: 'details', of: held.id }} className={actionClass}>
        {why}
      </Link>
    )
  }
  const to = { 'more running': '/investment', invested: '/investment', bonus: '/invest' } as const
  if (held.kind === 'more asked' || held.kind === 'withdrawing') return <span className="text-13">{why}</span>
  return (
    <Link to={to[held.kind]} search={held.kind === 'bonus' ? {} : { tab: 'active' }} className={actionClass}>
      {why}
    </Link>
  )
}

type PartProps = {
  variant: keyof typeof variants
  title: string
  amount: MicroUsd
  decimals?: 2 | 5
  children: ReactNode
}

function Part({ variant, title, amount, decimals = 2, children }: PartProps) {
  return (
    <li className="relative flex min-h-13 items-baseline gap-3 py-1.5">
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${variants[variant].dot}`} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{title}</span>
        {children}
      </span>
      <Money amount={toWire(amount)} decimals={decimals} className="font-semibold" />
    </li>
  )
}

/** The parts as lengths. For looking only: the figures stand below. */
function Bar({ earned, referral, held }: Pick<Withdrawable, 'earned' | 'referral' | 'held'>) {
  const heldAs = (variant: keyof typeof variants) =>
    sum(held.filter((part) => variantOf(part) === variant).map(({ amount }) => amount))
  const lengths = { earned, referral, asked: heldAs('asked'), working: heldAs('working') }
  const names = ['earned', 'referral', 'asked', 'working'] as const
  if (names.every((name) => lengths[name] === ZERO)) return null
  return (
    <div aria-hidden className="flex h-2 gap-1">
      {names.map(
        (name) =>
          lengths[name] > ZERO && (
            <span
              key={name}
              className={`min-w-3 rounded-full ${variants[name].bar}`}
              style={{ flexGrow: Number(lengths[name]) }}
            />
          ),
      )}
    </div>
  )
}
