import { lazy, Suspense, useState, type ReactNode } from 'react'

export type PanelProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** Slides up from below by default; `end` comes from the right, for records beside a list and for menus. */
  side?: 'bottom' | 'end'
  children: ReactNode
}

const PanelSheet = lazy(async () => ({ default: (await import('./panel-sheet.tsx')).PanelSheet }))

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
