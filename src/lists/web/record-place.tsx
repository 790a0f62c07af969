import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { CloseButton } from '#ui/close-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { useOpenedBeside } from './opened-beside.ts'

type RecordPlaceProps = {
  open: boolean
  /** The id of what is open: another one begins at its top. */
  of: string | undefined
  onClose: () => void
  title: string
  /** What stands there on a wide screen while nothing is open. */
  empty: ReactNode
  children: ReactNode
}

/**
 * Where an open record stands: beside its list on a wide screen, on a phone in a panel over it. It stays there when the
 * window is turned, and nothing of it is fetched again.
 */
export function RecordPlace({ open, of, onClose, title, empty, children }: RecordPlaceProps) {
  'use no memo'
  const { wide, beside } = useOpenedBeside(open, of)
  const focus = useFocusWithin(open ? title : '')
  if (!beside) {
    return (
      <Panel open={open} onClose={onClose} title={title}>
        {/* so is each step of it: there is nothing beside which it would have to stay */}
        <span key={`${of} ${title}`} ref={scrollToTop} hidden />
        {children}
      </Panel>
    )
  }
  return (
    <aside
      {...focus}
      aria-label={open ? title : 'Open record'}
      // there is no room beside the list any more where the window was turned
      className={
        wide ? 'sticky top-[calc(1.25rem+var(--banner))] desk-high self-start' : 'fixed inset-0 top-(--banner) z-30'
      }
    >
      <Card className="relative isolate flex h-full flex-col overflow-x-clip overflow-y-auto px-5 pt-4">
        {open ? (
          <>
            <div className="flex items-center justify-between gap-3">
              <h2 tabIndex={-1} className="rounded-control text-15">
                {title}
              </h2>
              <CloseButton onClick={onClose} className="-my-2 -mr-2" />
            </div>
            <span key={of} ref={scrollToTop} hidden />
            {children}
          </>
        ) : (
          <div className="my-auto">{empty}</div>
        )}
      </Card>
    </aside>
  )
}

/** Where this stands in a place that scrolls, that is seen from its top. */
function scrollToTop(mark: HTMLElement | null) {
  mark?.closest('[role=dialog], aside > *')?.scrollTo(0, 0)
}

/**
 * Follows the steps of this place with the focus: into a form, to its first field or its button, else to the heading; once
 * it is closed, back to where it was opened from.
 */
function useFocusWithin(step: string) {
  const place = useRef<HTMLElement>(null)
  const within = useRef(false)
  const latest = useRef(step)
  const opener = useRef<Element>(null)
  useLayoutEffect(() => {
    if (latest.current === step) return
    const began = latest.current !== ''
    latest.current = step
    if (!began) opener.current = document.activeElement
    const here = place.current
    if (!here || !began) return
    const field = here.querySelector<HTMLElement>('form :is(input, select, textarea, [type=submit])')
    // without a form only what was here and is gone is made up for
    const gone = within.current ? !here.contains(document.activeElement) : document.activeElement === document.body
    const next = field ?? (gone ? (here.querySelector('h2') ?? opener.current) : null)
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    // with what is chosen or ticked together with it
    const fields = field?.closest('fieldset') ?? field
    fields?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return {
    ref: place,
    onFocus: () => {
      within.current = true
    },
    onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
      if (relatedTarget) within.current = false
    },
  }
}
