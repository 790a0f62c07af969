import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '#ui/lazy-part.tsx'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useOpenedBeside } from './opened-beside.ts'

// only a wide screen has room for it
const Beside = lazyPart(async () => (await import('./beside.tsx')).Beside)

type RecordPanelProps = ComponentProps<typeof Beside> & {
  /** Which of several is open in it, where it is one. */
  of?: string | undefined
}

/**
 * Where an open record or form stands: among `TwoColumns` the second of them, on a phone a panel over the screen. It stays
 * there when the window is turned.
 */
export function RecordPanel({ of, onClose, ...props }: RecordPanelProps) {
  'use no memo'
  const { beside, standAnew } = useOpenedBeside(props.open, of)
  // where something is always open, what is closed gives way to it
  const close = () => {
    standAnew()
    onClose()
  }
  if (!beside) return <SidePanel {...props} onClose={close} />
  return (
    <Suspense fallback={props.open && <Skeleton className="col-start-2 row-start-1 h-130 rounded-card" />}>
      <Beside {...props} onClose={close} />
    </Suspense>
  )
}
