import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

type CancelStepProps = {
  /** Of the button that asks, of the summary, and what cannot be undone about it. */
  ask: string
  heading: string
  means: string
  /** Of the button that does it, and of the one that does not. */
  confirm: string
  keep: string
  busy: boolean
  /** The first button looks like a way out, not like a warning: something else on the screen is to be pressed. */
  quiet?: boolean
  onConfirm: () => void
}

/** Takes something back, after having said what that means: it cannot be undone. */
export function CancelStep({ ask, heading, means, confirm, keep, busy, quiet = false, onConfirm }: CancelStepProps) {
  const [asked, setAsked] = useState(false)
  if (!asked) {
    return (
      <Button variant={quiet ? 'secondary' : 'danger'} className="w-full" onClick={() => setAsked(true)}>
        <Undo2 className="size-5 rtl:-scale-x-100" aria-hidden />
        {ask}
      </Button>
    )
  }
  return (
    <section aria-label={heading} className="rounded-tile bg-down-wash p-4" style={{ scrollMarginBlock: BARS }}>
      {/* where the button was that asked for it, so that the reading goes on here */}
      <h3 ref={showWhole} tabIndex={-1} className="text-17 outline-none">
        {heading}
      </h3>
      <p className="mt-1 text-14 text-ink-2">{means}</p>
      <div className="mt-4 flex flex-col gap-2">
        <Button variant="danger" size="medium" busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button variant="secondary" size="medium" onClick={() => setAsked(false)}>
          {keep}
        </Button>
      </div>
    </section>
  )
}

/** What a phone may have over the edges of a page: the bar of its head, that of its foot, the end of a panel. */
const BARS = '5rem'

/** Takes the focus to the heading, and all that it heads into view: it is larger than the button that was there. */
function showWhole(heading: HTMLElement | null) {
  heading?.focus({ preventScroll: true })
  heading?.closest('section')?.scrollIntoView({ block: 'nearest' })
}
