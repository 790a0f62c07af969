import { Link, useLocation } from '@tanstack/react-router'
import { Check, Hourglass } from 'lucide-react'
import { createPortal } from 'react-dom'
import * as text from '#texts/modal.ts'
import { product } from '#texts/product.ts'
import { CloseButton } from '#ui/close-button.tsx'
import { closeToast, useToast, type ToastWords } from '#ui/toast.ts'

/** Milliseconds for which it stands there, while neither the mouse nor the focus is on it. */
const STAYS = 15_000

/** Where the desk says what has been done, above everything; read aloud without taking the focus. */
export function ToastSlip() {
  const toast = useToast()
  // beside the app: all of that is hidden from those who cannot see it while a panel is open
  return createPortal(
    <div
      role="status"
      aria-live="polite"
      // above every panel; said here, since nothing else of the stylesheet needs it
      style={{ zIndex: 40 }}
      className="pointer-events-none fixed inset-x-0 top-(--banner) flex justify-center p-3"
    >
      {toast && <Slip key={toast.at} toast={toast} />}
    </div>,
    document.body,
  )
}

function Slip({ toast }: { toast: ToastWords }) {
  const { words, waits, next, link, from } = toast
  const { pathname } = useLocation()
  // the page of one person would say it of the person on the next page
  const of = from && from.path !== pathname && from.title.replace(` · ${product}`, '')
  const Icon = waits ? Hourglass : Check
  return (
    <div
      ref={leaveInTime}
      style={{ pointerEvents: 'auto' }}
      className="flex min-h-14 max-w-full items-center gap-3 rounded-tile border border-line bg-surface py-1 px-4 shadow-raised animate-arrive"
    >
      <span
        aria-hidden
        className={`grid size-7 shrink-0 place-items-center rounded-full ${waits ? 'bg-pending-wash text-pending' : 'bg-wash text-up'}`}
      >
        <Icon className="size-4" />
      </span>
      <p className="min-w-0 text-14 wrap-anywhere">
        {waits && <b className="block text-pending">{text.waitingTitle}</b>}
        {of && `${of}: `}
        {words}
        {next && <span className="sr-only"> {next}</span>}
      </p>
      {link && (
        <Link
          to={link.to}
          search={link.search}
          state={(present) => ({ ...present, panel: true })}
          className="grid min-h-11 shrink-0 place-items-center rounded-control px-2 text-14 font-semibold text-brand"
          onClick={closeToast}
        >
          {link.label}
        </Link>
      )}
      <CloseButton aria-label="Dismiss" onClick={closeToast} />
    </div>
  )
}

/** Goes after a while, but never from under the mouse or the focus. */
function leaveInTime(slip: HTMLElement | null) {
  if (!slip) return
  let timer = setTimeout(closeToast, STAYS)
  const hold = () => clearTimeout(timer)
  const release = () => {
    hold()
    if (slip.isConnected && !slip.matches(':hover, :focus-within')) timer = setTimeout(closeToast, STAYS)
  }
  slip.addEventListener('pointerenter', hold)
  slip.addEventListener('focusin', hold)
  slip.addEventListener('pointerleave', release)
  // by then the focus is where it goes
  slip.addEventListener('focusout', () => setTimeout(release))
  return hold
}
