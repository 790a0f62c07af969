import { Suspense, useEffect } from 'react'
import * as text from '#messages/modal.ts'
import { Button } from './button.tsx'
import { lazyPart } from './lazy-part.tsx'
import { closeModal, type Modal, useModal } from './modal.ts'

const ModalDialog = lazyPart(async () => (await import('./modal-dialog.tsx')).ModalDialog, PlainModal)
/** Milliseconds after which a screen has long been painted. */
const SETTLED = 3000

/** Where the global modals appear. Rendered once, by the app. */
export function ModalHost() {
  const modal = useModal()
  useEffect(() => {
    // it must be here before the line is lost, to say so
    const timer = setTimeout(() => void ModalDialog.preload(), SETTLED)
    return () => clearTimeout(timer)
  }, [])
  if (!modal) return null
  return (
    <Suspense>
      <ModalDialog modal={modal} />
    </Suspense>
  )
}

/** Where the dialog's own code did not come: what it would have said. */
function PlainModal({ modal }: { modal: Modal }) {
  return (
    <div
      role="alertdialog"
      className="fixed inset-x-5 bottom-20 z-40 mx-auto flex max-w-80 flex-col gap-4 rounded-card bg-surface p-6 text-center shadow-raised"
    >
      <p role="alert">{modal.kind === 'sending' ? text.sending : modal.message}</p>
      <Button size="medium" onClick={closeModal}>
        {text.okay}
      </Button>
    </div>
  )
}
