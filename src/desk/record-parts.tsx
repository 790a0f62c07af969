import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { initialsOf } from '#ui/avatar.tsx'
import { buttonClass } from '#ui/button.tsx'
import { shownState } from '#records/rules.ts'
import { Rosette, Seal } from '#ui/rosette.tsx'
import type { Status } from '#kit/wire.ts'
import { StatusPill } from '#ui/status-pill.tsx'
import { ago, dayOf } from '#ui/times.ts'
import { useMinute } from '#lists/web/minute.ts'
import type { Person } from '#users/contract.ts'

/** The head of an open record: its amount, its state, and its own mark in the corner. */
export function RecordHead({
  record,
  amount,
  children,
}: {
  record: { id: string; status: Status; reason: string | null }
  /** As exact as such a record can be. */
  amount: ReactNode
  children: ReactNode
}) {
  'use no memo'
  const { status, label } = shownState(record)
  return (
    <div className="border-b border-line pt-1 pb-4">
      <Rosette id={record.id} className="-top-24 -right-24 -z-10 size-64 text-brand max-lg:hidden" />
      <StatusPill status={status} label={label && `${label} by the investor`} />
      <p className="mt-1 text-36 font-medium">{amount}</p>
      <p className="text-14 text-ink-2">{children}</p>
    </div>
  )
}

/** Whose record it is, with the way to their account. */
export function PersonLine({ person, label }: { person: Person; label?: string }) {
  'use no memo'
  return (
    <div className="flex max-xs:flex-wrap items-center gap-3 border-b border-line py-3.5">
      <Seal id={person.id} initials={initialsOf(person.name)} className="size-11 text-17" />
      <div className="min-w-0 flex-1 max-xs:basis-2/3">
        {label && <p className="text-12 text-ink-2">{label}</p>}
        <p className="text-15 font-semibold wrap-anywhere">{person.name}</p>
        <p className="text-14 text-ink-2 wrap-anywhere">
          <Email address={person.email} />
        </p>
      </div>
      <AccountLink person={person} />
    </div>
  )
}

/** An e-mail address that breaks before its @ where it has to. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

/** The way to a person's account. */
export function AccountLink({ person: { id, name } }: { person: Person }) {
  return (
    <Link
      to="/view-account/$userId"
      params={{ userId: id }}
      aria-label={`Account of ${name}`}
      className={buttonClass('quiet', 'small')}
    >
      Account
    </Link>
  )
}

/** The end of an open record: what follows from a decision, and the buttons that make it. */
export function RecordFoot({ children }: { children: ReactNode }) {
  return (
    <div className="mt-auto bg-surface pt-2 [aside_&]:sticky [aside_&]:bottom-0 [aside_&]:pb-5">
      <div className="border-t border-line pt-4 text-13 text-ink-2">{children}</div>
    </div>
  )
}

/** One line in a list, cut short where it has no room: the mouse shows all of it. On a phone's card it goes on below. */
export function Cut({ children, className = '' }: { children: string; className?: string }) {
  'use no memo'
  return (
    <span title={children} className={`block lg:truncate ${className}`}>
      {children}
    </span>
  )
}

/** A person's name over their e-mail, in a list; cut short where the list is narrow. */
export function PersonCell({ person }: { person: Person }) {
  return (
    <>
      <Cut className="font-semibold">{person.name}</Cut>
      <Cut className="text-13 text-ink-2">{person.email}</Cut>
    </>
  )
}

/** A day, and how long ago it was. */
export function WhenCell({ at }: { at: string }) {
  const now = useMinute()
  return (
    <>
      <time dateTime={at} className="block whitespace-nowrap">
        {dayOf(at)}
      </time>
      <span className="block text-13 text-ink-2">{ago(at, now)}</span>
    </>
  )
}

/** `Waiting approval` */
export function statusWords(status: Status): string {
  return status.slice(0, 1).toUpperCase() + status.slice(1)
}

type Waits = { count: number; all: number; unpaid?: number; second?: number }

/** What of a list waits for this administrator, and what for others: `3 wait for a decision, 2 unpaid, 1 your own`. */
export function waitingLine(waits: Waits): string {
  return `${waits.count || 'Nothing'} ${waits.count > 1 ? 'wait' : 'waits'} for a decision${otherWaits(waits)}`
}

/** What waits besides and is not for this administrator to decide, each with what it waits for; '' if nothing does. */
export function otherWaits({ count, all, unpaid = 0, second = 0 }: Waits): string {
  const own = all - count - unpaid - second
  const say = (many: number, what: string) => (many > 0 ? `, ${many} ${what}` : '')
  return say(unpaid, 'unpaid') + say(second, 'for a second administrator') + say(own, 'your own')
}
