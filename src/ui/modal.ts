import { useSyncExternalStore } from 'react'
import type { Modal } from './modal-dialog.tsx'

/** A modal opens this long after the action, so that quick answers do not flash. */
const OPENS_AFTER = 600

/** A page as it stood when something was sent from it: whoever has gone on reads there of what. */
export type SentFrom = { path: string; title: string }

/** What the person is told who has done something that went well. */
type Success = { kind: 'successful' | 'waiting'; message: string; from: SentFrom }

let tell: (success: Success) => void = showModal
let latest: Modal | null = null
let shown: Modal | null = null
let opening: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Opens a modal 600 ms from now, or 600 ms after the action that already asked for one; an open one changes at once. */
export function showModal(modal: Modal) {
  latest = modal
  loadModal()
  if (shown) display(modal)
  else
    opening ??= setTimeout(() => {
      opening = undefined
      display(latest)
    }, OPENS_AFTER)
}

/** Tells that something has gone well: in a modal, unless `tellSuccessBy` has said otherwise. */
export function tellSuccess(success: Success) {
  tell(success)
}

/** How success is told from now on. */
export function tellSuccessBy(other: typeof tell) {
  tell = other
}

/** Fetches what shows a modal, so that it is here when one opens. */
export function loadModal() {
  import('./modal-dialog.tsx').catch(() => {})
}

export function closeModal() {
  clearTimeout(opening)
  opening = undefined
  display(null)
}

export function modalShown(): Modal | null {
  return shown
}

/** The modal on screen. */
export function useModal(): Modal | null {
  return useSyncExternalStore(subscribe, modalShown)
}

function display(modal: Modal | null) {
  shown = modal
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
