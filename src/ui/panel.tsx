import { Suspense, useState } from 'react'
import * as text from '#texts/panel.ts'
import { Button } from './button.tsx'
import { lazyPart, type MissingPart } from './lazy-part.tsx'
import { NotLoaded } from './not-loaded.tsx'
import type { PanelProps } from './panel-sheet.tsx'

const PanelSheet = lazyPart(async () => (await import('./panel-sheet.tsx')).PanelSheet, PlainSheet)

/** A panel that follows the finger and can be swiped away. Its code comes when it is first opened. */
export function Panel(props: PanelProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense>
      <PanelSheet {...props} />
    </Suspense>
  )
}

/** Where a panel's own code did not come: that it did not, where it would have been. */
function PlainSheet({ open, onClose, title, ...missing }: PanelProps & MissingPart) {
  'use no memo'
  if (!open) return null
  return (
    <div
      role="dialog"
      aria-label={title}
      className="fixed inset-x-0 bottom-0 z-30 rounded-t-sheet bg-surface p-5 shadow-raised"
    >
      <NotLoaded {...missing} />
      <Button variant="quiet" className="w-full" onClick={onClose}>
        {text.close}
      </Button>
    </div>
  )
}
