import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '#ui/lazy-part.tsx'
import { SidePanel } from '#ui/side-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWide } from '#ui/wide.ts'

// only a wide screen has room for it
const Beside = lazyPart(async () => (await import('./beside.tsx')).Beside)

/** Where an open record or form stands: among `TwoColumns` the second of them, on a phone a panel over the screen. */
export function RecordPanel(props: ComponentProps<typeof Beside>) {
  'use no memo'
  if (!useWide()) return <SidePanel {...props} />
  return (
    <Suspense fallback={props.open && <Skeleton className="col-start-2 row-start-1 h-130 rounded-card" />}>
      <Beside {...props} />
    </Suspense>
  )
}
