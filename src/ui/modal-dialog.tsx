import { createPortal } from 'react-dom'
import * as text from '#texts/modal.ts'
import { Button } from './button.tsx'
import type { CallError } from './client.ts'
import { focusFirstError } from './focus-first-error.ts'
import { onUserStep } from './history-step.ts'
import { WhatIsWrong } from './what-is-wrong.tsx'

/** What every action may say to the person who began it: `waiting` where it is taken down and not yet done. */
export type Modal =
  | { kind: 'sending' }
  | { kind: 'successful' | 'waiting'; message: string }
  /** With what is wrong by field, where the answer says it. */
  | { kind: 'failed'; message: string; errors?: CallError['errors'] }

const words = {
  sending: { title: text.sendingTitle, button: text.close },
  failed: { title: text.failedTitle, button: text.okay },
  successful: { title: text.successfulTitle, button: text.okay },
  waiting: { title: text.waitingTitle, button: text.okay },
}

/** Failed, Successful, Waiting and Sending: 320 px wide, above everything, the focus kept inside. */
export function ModalDialog({ modal, onClose }: { modal: Modal; onClose: () => void }) {
  const { title, button } = words[modal.kind]
  const message = modal.kind === 'sending' ? text.sending : modal.message
  /** All at once: the browser's own `close` comes later, when the person may have gone on to another field. */
  const close = (dialog: HTMLDialogElement | null) => {
    dialog?.close()
    onClose()
    if (modal.kind === 'failed') focusFirstError()
  }
  return createPortal(
    <dialog
      ref={openOver}
      role={modal.kind === 'failed' ? 'alertdialog' : 'dialog'}
      aria-labelledby="modal-title"
      aria-describedby="modal-message"
      // the button is all there is to go to, so the focus stays on it
      onKeyDown={(event) => event.key === 'Tab' && event.preventDefault()}
      onCancel={(event) => {
        event.preventDefault()
        close(event.currentTarget)
      }}
      onClose={onClose}
      className="m-auto w-80 max-w-[calc(100vw-2rem)] rounded-card border border-line bg-surface p-6 text-center shadow-raised backdrop:bg-veil starting:translate-y-3 starting:opacity-0 transition-[translate,opacity] duration-180"
    >
      <ModalSign kind={modal.kind} />
      <h2 id="modal-title" className="mt-4 text-22 text-balance">
        {title}
      </h2>
      <div id="modal-message" aria-live="polite" className="mt-1.5 text-ink-2">
        <p className="text-balance">{message}</p>
        {modal.kind === 'failed' && modal.errors && <WhatIsWrong message={message} errors={modal.errors} />}
      </div>
      <Button
        size="medium"
        className="mt-6 w-full"
        onClick={({ currentTarget }) => close(currentTarget.closest('dialog'))}
      >
        {button}
      </Button>
    </dialog>,
    document.body,
  )
}

/** Opens it over everything; a step back or forward closes it. */
function openOver(dialog: HTMLDialogElement | null) {
  if (!dialog) return
  dialog.showModal()
  return onUserStep(() => dialog.close())
}

const signs = {
  sending: { className: 'bg-sunken text-ink-2', path: 'M12 3v12M8.5 14h7L12 21z' },
  failed: { className: 'bg-down-wash text-down', path: 'M7 7l10 10M17 7L7 17' },
  successful: { className: 'bg-wash text-up', path: 'M5 12.5l4.5 4.5L19 7.5' },
  waiting: { className: 'bg-pending-wash text-pending', path: 'M12 3.5a8.5 8.5 0 1 0 .01 0zM12 8v4.5l3 2' },
}

function ModalSign({ kind }: { kind: Modal['kind'] }) {
  const { className, path } = signs[kind]
  return (
    <span aria-hidden className={`mx-auto grid size-14 place-items-center rounded-full ${className}`}>
      <svg viewBox="0 0 24 24" className={`size-7 ${kind === 'sending' ? 'origin-top animate-sway' : ''}`}>
        <path d={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </span>
  )
}
