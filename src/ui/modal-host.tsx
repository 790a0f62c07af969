import { lazy, Suspense, useEffect } from 'react'
import { useModal } from './modal.ts'

const load = () => import('./modal-dialog.tsx')
const ModalDialog = lazy(async () => ({ default: (await load()).ModalDialog }))
/** Milliseconds after which a screen has long been painted. */
const SETTLED = 3000

/** Where the global modals appear. Rendered once, by the app. */
export function ModalHost() {
  const modal = useModal()
  useEffect(() => {
    // it must be here before the line is lost, to say so
    const timer = setTimeout(() => load().catch(() => {}), SETTLED)
    return () => clearTimeout(timer)
  }, [])
  if (!modal) return null
  return (
    <Suspense>
      <ModalDialog modal={modal} />
    </Suspense>
  )
}
