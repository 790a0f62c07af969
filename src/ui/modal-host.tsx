import { Suspense, useEffect } from 'react'
import { lazyPart } from './lazy-part.tsx'
import type { Modal } from './modal-dialog.tsx'
import { closeModal, useModal } from './modal.ts'
import { usePreload } from './preload.ts'

const ModalDialog = lazyPart(async () => (await import('./modal-dialog.tsx')).ModalDialog, PlainModal)
/** Milliseconds after which a screen has long been painted. */
const SETTLED = 3000

/** Where the global modals appear. Rendered once, by the app. */
export function ModalHost() {
  const modal = useModal()
  // it must be here before the line is lost, to say so
  usePreload(ModalDialog.preload, SETTLED)
  if (!modal) return null
  return (
    <Suspense>
      <ModalDialog modal={modal} onClose={closeModal} />
    </Suspense>
  )
}

/** Where the dialog's own code did not come, the browser's own says what it would have said. */
function PlainModal({ modal }: { modal: Modal }) {
  'use no memo'
  useEffect(() => {
    if (modal.kind === 'sending') return
    alert(modal.message)
    closeModal()
  }, [modal])
  return null
}
