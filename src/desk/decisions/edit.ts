import type { Status } from '#kit/wire.ts'
import { fromWire, parseAmount } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { isSameAmount, plainAmount } from '#money/typed.ts'
import { wholeMomentOf } from '#ui/times.ts'
import { isToBeLookedUp } from '#withdrawals/rules.ts'
import { statusWords } from '#desk/record-parts.tsx'

/** What an edit can change: dollars as the wire writes them, ISO 8601, a status. */
export type EditValues = { amount: string; date: string; status: Status }

/** What an edit may set; a record that waits for approval may stay so. */
export const EDITABLE: readonly Status[] = ['pending', 'approved', 'completed', 'declined']

/** A moment as a date field holds it: in the device's own zone, to the second. */
export function toLocal(instant: string): string {
  const at = new Date(instant)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** What a date field holds as a moment of the wire; what cannot be read goes as it is, for the server to refuse. */
function toInstant(local: string): string {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}

/** The amount that an edit sends: one left alone, or written in another way, goes back as it was. */
export function editedAmount(opened: string, typed: string): string {
  const plain = plainAmount(typed)
  return typed === opened || isSameAmount(plain, opened) ? opened : plain
}

/** The date that an edit sends: one left alone goes back as it was, to the millisecond that the field cannot hold. */
export function editedDate(opened: string, local: string): string {
  return local === toLocal(opened) ? opened : toInstant(local)
}

/** What would change, each as `before → after`. */
export function changesOf(before: EditValues, after: EditValues): { term: string; value: string }[] {
  const typed = parseAmount(after.amount)
  const changes: [string, string, string][] = [
    ['Amount', showUsd(fromWire(before.amount)), 'problem' in typed ? '…' : showUsd(typed.amount)],
    ['Date', momentIn(before.date), momentIn(after.date)],
    ['Status', statusWords(before.status), statusWords(after.status)],
  ]
  return changes.filter(([, from, to]) => from !== to).map(([term, from, to]) => ({ term, value: `${from} → ${to}` }))
}

/** Whether such an edit of what was said to be paid asks for that to be looked up; what is no amount yet changes none. */
export function isLookedUpFirst(before: EditValues, after: EditValues): boolean {
  const [was, typed] = [fromWire(before.amount), parseAmount(after.amount)]
  const amount = 'problem' in typed ? was : typed.amount
  return isToBeLookedUp({ status: before.status, amount: was }, { status: after.status, amount })
}

function momentIn(instant: string): string {
  return Number.isNaN(Date.parse(instant)) ? '…' : wholeMomentOf(instant)
}
