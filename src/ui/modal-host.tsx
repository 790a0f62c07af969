import { lazy, Suspense } from 'react'
import { useModal } from './modal.ts'

const ModalDialog = lazy(async () => ({ default: (await import('./modal-dialog.tsx')).ModalDialog }))

/** Where the global modals appear. Rendered once, by the app. */
export function ModalHost() {
  const modal = useModal()
  if (!modal) return null
  return (
    <Suspense>
      <ModalDialog modal={modal} />
    </Suspense>
  )
}
