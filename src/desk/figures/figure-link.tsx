import { days as inWords } from '#texts/plan-terms.ts'
import type { OwnAccount } from '#ledger/contract.ts'
import { Money } from '#ui/money.tsx'
import { dayOf } from '#ui/times.ts'
import { startOf } from './flow.ts'
import type { PlatformFigures } from '#figures/contract.ts'
import { dollars } from '#money/show.ts'
import { accountNames } from '#desk/account-names.ts'

/** What a figure is made of, as the server is asked for it. */
export type FigureSource =
  | { call: 'moves'; direction: 'in' | 'out'; from: string; to: string }
  | { call: 'due'; from?: string; to?: string }
  | { call: 'balances'; account: OwnAccount }

/** The kinds of account on which investors are owed something. */
export const OWED: readonly OwnAccount[] = ['invested', 'earnings', 'referral', 'bonus', 'withdrawing']

/**
 * Reads what a figure's panel is about: `in 30`, `out 2026-11-20`, `due 90`, `due 2026-11-25 3` (days), `owed earnings`.
 * Undefined if there is none.
 */
export function figureSource(
  of: string,
  figures: PlatformFigures,
): { title: string; line: string; asked: FigureSource } | undefined {
  const [what, which = '', days = '1'] = of.split(' ')
  const today = figures.due.days[0]?.day ?? ''
  if (what === 'owed' && OWED.some((kind) => kind === which)) {
    const account = which as OwnAccount
    return { title: accountNames[account], line: 'As posted, largest first.', asked: { call: 'balances', account } }
  }
  const isDay = /^\d{4}-\d\d-\d\d$/.test(which)
  if (what === 'in' || what === 'out') {
    if (!isDay && which !== '30') return undefined
    const from = isDay ? startOf(which) : figures.since
    const to = isDay ? startOf(which, 1) : startOf(today, 1)
    return {
      title: what === 'in' ? 'Money in' : 'Money out',
      line: isDay ? dayOf(from) : 'The last 30 days, newest first.',
      asked: { call: 'moves', direction: what, from, to },
    }
  }
  if (what !== 'due') return undefined
  if (which === 'all') return { title: 'Running investments', line: 'Ending soonest first.', asked: { call: 'due' } }
  if (which === '30' || which === '90') {
    const asked = { call: 'due' as const, to: startOf(today, 1 + Number(which)) }
    return { title: 'Ending investments', line: `In the next ${inWords(Number(which))}, soonest first.`, asked }
  }
  if (!isDay) return undefined
  const from = startOf(which)
  const to = startOf(which, Number(days))
  // what ended a moment ago and is being completed counts for today
  const asked = { call: 'due' as const, to, ...(which === today ? {} : { from }) }
  return {
    title: 'Ending investments',
    line: days === '1' ? dayOf(from) : `${inWords(Number(days))} from ${dayOf(from)}`,
    asked,
  }
}

type FigureLinkProps = { amount: string; label: string; onClick: () => void; className?: string }

/** A figure that opens what it is made of. */
export function FigureLink({ amount, label, onClick, className = '' }: FigureLinkProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={`${label}: ${dollars(amount)}. See what it is made of`}
      className={`min-h-11 rounded-control font-semibold underline decoration-line-strong lg:min-h-9 ${className}`}
    >
      <Money amount={amount} />
    </button>
  )
}
