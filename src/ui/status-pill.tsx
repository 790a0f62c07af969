import type { Status } from '#kit/wire.ts'

const colours = {
  pending: 'bg-pending-wash text-pending [--dot:var(--pending-dot)]',
  approved: 'bg-wash text-up [--dot:currentColor]',
  completed: 'bg-completed-wash text-completed [--dot:currentColor]',
  declined: 'bg-down-wash text-down [--dot:currentColor]',
}

/** A status with its colour: pending yellow, approved green, completed grey, declined red. */
export function StatusPill({ status, label }: { status: Status; label?: string | undefined }) {
  const colour = colours[status === 'waiting approval' ? 'pending' : status]
  return (
    <span
      className={`inline-flex items-center gap-2 rounded-full px-2.5 py-0.5 text-12 font-medium xs:whitespace-nowrap first-letter:uppercase ${colour}`}
    >
      <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-(--dot)" />
      <span className="first-letter:uppercase">{label ?? status}</span>
    </span>
  )
}
