import { CANCELLED, EXPIRED, LEFT_EARLY } from '#kit/cancelled-rules.ts'
import type { ByWhom, Status } from '#kit/wire.ts'
import type { MicroUsd } from '#money/micro-usd.ts'

/** What goes through the states of `Status`: each is decided on by administrators and keeps its history. */
export type RecordKind = 'investment' | 'withdrawal' | 'referral'

/** A change of state: the states that it is open to, the one that it leads to, and what the record has been then. */
export type Transition = { readonly from: readonly Status[]; readonly to: Status; readonly done: string }
/** Every change of state of one kind of record but the edit, which may set any. */
export type Transitions = Readonly<Record<string, Transition>>

/** Whether a change of state is open to a record in this state. */
export function isOpen({ from }: Transition, status: Status): boolean {
  return from.includes(status)
}

/** Why a change of state is not open, in a sentence. */
export function whyNotOpen(kind: RecordKind, { from, done }: Transition, status: Status): string {
  return `This ${kind} is ${status}: only one that is ${from.join(' or ')} can be ${done}.`
}

/** An edit as an administrator typed it: what is not changed is as it was shown. */
export type Edit = {
  id: string
  amount: MicroUsd
  /** when the record was made or, once an investment runs, when it began; ISO 8601 */
  date: string
  status: Status
  reason: string | null
  /** of the record as the administrator saw it */
  version: number | undefined
}

type Ended = { status: Status; reason: string | null }

/**
 * Who has ended it, where that was no administrator: its investor, or by itself what was not paid in time. Its reason tells,
 * which nobody else gives it.
 */
export function endedBy({ status, reason }: Partial<Ended>): Exclude<ByWhom, 'administrator'> | null {
  if (status !== 'declined') return null
  return reason === CANCELLED ? 'investor' : reason === EXPIRED ? 'system' : null
}

/** Whether its investor has ended it. */
export function isCancelled(record: Partial<Ended>): boolean {
  return endedBy(record) === 'investor'
}

/**
 * How the state of a record is shown, a word as states are: what its investor has ended was declined by
 * nobody, and what they have left early is completed.
 */
export function shownState(record: Ended): { status: Status; label?: string } {
  if (isCancelled(record)) return { status: 'completed', label: 'cancelled' }
  const { status, reason } = record
  return status === 'completed' && reason === LEFT_EARLY ? { status, label: LEFT_EARLY } : { status }
}

/** The colour of each state (product.md §2). */
export const COLOURS = {
  pending: 'yellow',
  'waiting approval': 'yellow',
  approved: 'green',
  completed: 'grey',
  declined: 'red',
} as const satisfies Readonly<Record<Status, string>>

const DATE = /^(\d{4})-(\d\d)-(\d\d)(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/
const EARLIEST = Date.UTC(2000, 0, 1)

/** Reads a date that an administrator typed: ISO 8601, UTC where it names no zone. Not in the future. */
export function readDate(typed: string, now: Date): { date: Date } | { problem: string } {
  const [, year, month, day, time, , , , zone] = DATE.exec(typed) ?? []
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const date = new Date(time === undefined || zone !== undefined ? typed : `${typed}Z`)
  if (midnight.getUTCDate() !== Number(day) || !(date.getTime() >= EARLIEST)) {
    return { problem: 'Enter a date such as 2026-11-20 or 2026-11-20T09:30:00Z.' }
  }
  if (date > now) return { problem: 'Enter a date that is not in the future.' }
  return { date }
}
