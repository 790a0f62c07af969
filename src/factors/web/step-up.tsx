import { createRoot } from 'react-dom/client'
import * as text from '#texts/factors.ts'
import { Button } from '#ui/button.tsx'
import { onUserStep } from '#ui/history-step.ts'
import { closeModal } from '#ui/modal.ts'
import { call } from './calls.ts'
import { ProveFactor, type ProofKind } from './prove-factor.tsx'

let asking: Promise<boolean> | undefined

/** Asks the person to confirm that it is them, once for however many calls need it. Answers whether they did. */
export function confirmIdentity(kinds: readonly ProofKind[]): Promise<boolean> {
  asking ??= ask(kinds).finally(() => {
    asking = undefined
  })
  return asking
}

function ask(kinds: readonly ProofKind[]): Promise<boolean> {
  // nothing is being sent while somebody is asked
  closeModal()
  const before = document.activeElement
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  return new Promise((resolve) => {
    const done = (confirmed: boolean) => {
      root.unmount()
      place.remove()
      if (before instanceof HTMLElement) before.focus()
      resolve(confirmed)
    }
    root.render(<StepUpDialog kinds={kinds} onDone={done} />)
  })
}

function StepUpDialog({ kinds, onDone }: { kinds: readonly ProofKind[]; onDone: (confirmed: boolean) => void }) {
  return (
    <dialog
      ref={openOver}
      aria-labelledby="step-up-title"
      onClose={() => onDone(false)}
      className="m-auto w-80 max-w-[calc(100vw-2rem)] rounded-card border border-line bg-surface p-6 text-center text-ink shadow-raised backdrop:bg-veil"
    >
      <h2 id="step-up-title" className="text-22 text-balance">
        {text.confirmTitle}
      </h2>
      <p className="mt-1.5 mb-4 text-14 text-balance text-ink-2">{text.confirmLead}</p>
      <ProveFactor
        kinds={kinds}
        confirm={text.confirm}
        passkeyOptions={async () => (await call('POST /api/begin-step-up')).options}
        send={(proof) => call('POST /api/step-up', { body: proof })}
        onProved={() => onDone(true)}
      />
      <Button
        variant="quiet"
        size="medium"
        className="mt-3 w-full"
        onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
      >
        {text.cancel}
      </Button>
    </dialog>
  )
}

/** Opens it over everything; a step back or forward closes it. */
function openOver(dialog: HTMLDialogElement | null) {
  if (!dialog) return
  dialog.showModal()
  return onUserStep(() => dialog.close())
}
