import { product } from '#texts/product.ts'
import type { AuditLine } from '#audit/contract.ts'
import { actionInWords } from '#audit/rules.ts'
import { fromWire } from '#money/micro-usd.ts'
import { showUsdExact } from '#money/show.ts'
import type { SettingName } from '#settings/contract.ts'
import { SETTING_TITLES } from '#settings/titles-rules.ts'
import { dayOf } from '#ui/times.ts'

/** Who did it; what happens automatically is done by the program. */
export function whoOf({ actor }: AuditLine): string {
  return actor?.name ?? product
}

/**
 * What the record of a line is called, where the log knows it: as it was then, where the line says so. What is about
 * an amount is called by that and by whose it is: `$471.00, sofia`.
 */
export function subjectOf(line: AuditLine): string | null {
  const { kind, name } = line.subject
  if (kind === 'setting') return SETTING_TITLES[name as SettingName] ?? name
  const facts = (line.after ?? line.before ?? {}) as Facts
  if (OF_AMOUNTS.includes(kind)) return [amountIn(facts), name].filter(Boolean).join(', ') || null
  const called = facts['name'] ?? name ?? facts['title']
  return typeof called === 'string' ? called : null
}

/** The same for a list, where whatever has no name is told apart by its id: nothing where there is one of its kind. */
export function subjectInList(line: AuditLine): string {
  const { kind, id } = line.subject
  return subjectOf(line) ?? (kind === 'reserve' ? '' : `${id.slice(0, 8)}…${id.slice(-4)}`)
}

const OF_AMOUNTS: readonly string[] = ['investment', 'withdrawal', 'referral', 'user', 'reserve']
type Facts = Readonly<Record<string, unknown>>

/** How much it was about: what was refunded of an investment, what is asked for as it would be, else the amount itself. */
function amountIn({ refund, would_be, amount }: Facts): string | null {
  const within = refund ?? would_be
  if (typeof within === 'object' && within !== null) return amountIn(within as Facts)
  return typeof amount === 'string' ? showUsdExact(fromWire(amount)) : null
}

/** The same words as the beginning of a line. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What was done: `approved an investment`. */
export function actOf({ action }: AuditLine): string {
  return actionInWords(action)
}

const second = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' })
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' })

/** `Nov 21, 2026, 2:24:05 PM UTC`, in the operator's zone, which it names: the order of acts is a matter of seconds. */
export function toTheSecond(at: string): string {
  return second.format(new Date(at))
}

/** The same in two lines, for a list that names the zone once. */
export function dayAndSecond(at: string): [day: string, clock: string] {
  return [dayOf(at), clock.format(new Date(at))]
}
