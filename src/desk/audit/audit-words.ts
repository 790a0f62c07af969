import { product } from '#texts/product.ts'
import type { AuditLine } from '#audit/contract.ts'
import { actionInWords } from '#audit/rules.ts'
import type { SettingName } from '#settings/contract.ts'
import { SETTING_TITLES } from '#settings/rules.ts'

/** Who did it; what happens automatically is done by the program. */
export function whoOf({ actor }: AuditLine): string {
  return actor?.name ?? product
}

/** What the record of a line is called, where the log knows it: as it was then, where the line says so. */
export function subjectOf({ subject: { kind, name }, before, after }: AuditLine): string | null {
  const facts = (after ?? before ?? {}) as Readonly<Record<string, unknown>>
  if (kind === 'setting') return SETTING_TITLES[name as SettingName] ?? name
  const called = facts['name'] ?? name ?? facts['title']
  return typeof called === 'string' ? called : null
}

/** The same words as the beginning of a line. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What was done: `approved an investment`. */
export function actOf({ action }: AuditLine): string {
  return actionInWords(action)
}

const second = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' })

/** `Nov 21, 2026, 2:24:05 PM`, in the operator's zone: the order of acts is a matter of seconds. */
export function toTheSecond(at: string): string {
  return second.format(new Date(at))
}

/** The same in two lines. */
export function dayAndSecond(at: string): [day: string, clock: string] {
  const time = new Date(at)
  return [day.format(time), clock.format(time)]
}
