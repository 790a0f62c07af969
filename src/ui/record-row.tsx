import type { ReactNode } from 'react'

/** The class of an amount that stands for its record. */
export const amountClass = 'text-17 font-semibold tracking-tight'

/** Records under one another, with a thin line between them. */
export function RecordList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  )
}

type RecordRowProps = {
  /** At the left: a seal, an icon. */
  lead?: ReactNode
  title: ReactNode
  detail: ReactNode
  /** At the right, over the note: a status, an amount. */
  aside: ReactNode
  note?: ReactNode
  /** Opens the record; the whole row can be tapped. */
  onOpen?: (() => void) | undefined
}

/** One record of a list, in two lines. */
export function RecordRow({ lead, title, detail, aside, note, onOpen }: RecordRowProps) {
  return (
    <li className="relative flex items-center gap-3.5 py-3.5">
      {lead}
      <div className="min-w-0 flex-1">
        <div className="truncate font-medium">
          {onOpen ? (
            <button
              type="button"
              onClick={onOpen}
              className="font-medium after:absolute after:inset-0 after:rounded-control"
            >
              {title}
            </button>
          ) : (
            title
          )}
        </div>
        <div className="truncate text-14 text-ink-2">{detail}</div>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        {aside}
        {note && <div className="relative text-14 text-ink-2">{note}</div>}
      </div>
    </li>
  )
}
