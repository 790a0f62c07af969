import { useSyncExternalStore } from 'react'
import { closeModal, tellSuccessBy, type SentFrom } from './modal.ts'

/** What has been done, said in passing: nothing has to be closed before one goes on. */
export type ToastWords = {
  words: string
  /** Nothing has changed yet: it waits for a second administrator. */
  waits: boolean
  /** What is open now, for those who cannot see it. */
  next?: string
  /** The page that the words speak of without naming it. */
  from?: SentFrom
  /** The way back to what it was done to. */
  link?: { label: string; to: string; search: Record<string, string | undefined> }
}

/** `at`: the how-manieth it is. */
type Shown = ToastWords & { at: number }

let count = 0
let shown: Shown | null = null
const listeners = new Set<() => void>()

/** Says it in place of what was said before. */
export function showToast(toast: ToastWords) {
  display({ ...toast, at: (count += 1) })
}

export function closeToast() {
  display(null)
}

/** What was said last, until it is closed. */
export function useToast(): Shown | null {
  return useSyncExternalStore(subscribe, () => shown)
}

/** From now on what has succeeded is said in a toast and not in a modal, which everybody would have to close. */
export function tellSuccessInToasts() {
  tellSuccessBy(({ kind, message, from }) => {
    closeModal()
    showToast({ words: message, waits: kind === 'waiting', from })
  })
}

function display(toast: Shown | null) {
  shown = toast
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
