import { CloseButton } from '#ui/close-button.tsx'
import type { PanelProps } from '#ui/panel-sheet.tsx'
import { useKeys } from './keys.ts'

type BesideProps = Omit<PanelProps, 'side'> & {
  /** It is always open: nothing closes it. */
  stays?: boolean
}

/** An open record or form in the second of two columns. Escape closes it, and the focus goes back to what opened it. */
export function Beside({ open, onClose, title, description, stays = false, children }: BesideProps) {
  useKeys(open && !stays ? { Escape: onClose } : {})
  if (!open) return null
  return (
    <aside
      aria-label={title}
      // the keyboard comes to nothing behind the button at its end
      style={{ scrollPaddingBottom: '6rem' }}
      className="sticky z-10 max-lg:order-first top-[calc(1.25rem+var(--banner))] col-start-2 row-start-1 max-h-[calc(100dvh-5.75rem-var(--banner))] overflow-y-auto rounded-card bg-surface px-5 pt-4 pb-5 shadow-raised"
    >
      <div className="flex items-start justify-between gap-3 pb-4">
        <div className="min-w-0">
          <h2 ref={stays ? null : takeFocus} tabIndex={-1} className="text-22 wrap-anywhere outline-none">
            {title}
          </h2>
          {description && <div className="text-15 text-ink-2">{description}</div>}
        </div>
        {!stays && <CloseButton onClick={onClose} className="-mt-1 -me-2" />}
      </div>
      {children}
    </aside>
  )
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

// The arrows go from one row of a list to the next, and Enter opens it. For as long as the page is there: rows are found when a key is pressed.
addEventListener('keydown', (event) => {
  const row = event.target instanceof HTMLElement && event.target.closest('.record-table > li')
  const step = STEPS[event.key]
  if (!row || !step) return
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling
  const button = next?.querySelector('button')
  if (!button) return
  event.preventDefault()
  button.focus()
})

/** Where what was pressed is covered by what it opened, the focus goes on there; closed with the focus in it, back. */
function takeFocus(heading: HTMLElement | null) {
  const opener = document.activeElement
  if (!heading || !(opener instanceof HTMLElement)) return
  if (opener.offsetParent === null) heading.focus({ preventScroll: true })
  return () => {
    const within = heading.closest('aside')?.contains(document.activeElement)
    // once what it covers is shown again
    if (within) queueMicrotask(() => opener.focus({ preventScroll: true }))
  }
}
