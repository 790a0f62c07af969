import type { ReactNode } from 'react'

/** The class of an amount that stands for its record. */
export const amountClass = 'text-17 font-semibold tracking-tight'

/** Records under one another, with a thin line between them. */
export function Rows({ label, children }: { label?: string | undefined; children: ReactNode }) {
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
  /** At the right: a status, an amount. With a note it stands over that, without one in the middle. */
  aside: ReactNode
  note?: ReactNode
  /** Opens the record; the whole row can be tapped. */
  onOpen?: (() => void) | undefined
  /** It is open. */
  current?: boolean
}

/** One record of a list, in two lines; the note, and an amount of many digits, goes below them where there is no room for it. */
export function RecordRow({ lead, title, detail, aside, note, onOpen, current }: RecordRowProps) {
  'use no memo'
  return (
    <li className="relative flex flex-wrap items-center justify-end gap-x-3.5 py-3.5">
      {lead}
      <div className="min-w-0 flex-1 basis-31">
        <div className="flex items-center justify-between gap-x-3">
          <div className="min-w-0 font-medium wrap-anywhere">
            {onOpen ? (
              <button
                type="button"
                aria-current={current}
                onClick={onOpen}
                className="max-w-full text-start font-medium wrap-anywhere after:absolute after:inset-0 after:rounded-control"
              >
                {title}
              </button>
            ) : (
              title
            )}
          </div>
          {note && aside}
        </div>
        <div className="flex flex-wrap justify-between gap-x-3 text-14 text-ink-2">
          <div className="max-w-full wrap-anywhere">{detail}</div>
          {note}
        </div>
      </div>
      {!note && aside}
    </li>
  )
}
