import { useSyncExternalStore } from 'react'

let open = false
let told: (() => void) | undefined

function show(shown: boolean) {
  open = shown
  told?.()
}

/** Opens the search over everything. */
export const openFind = () => show(true)
export const closeFind = () => show(false)

/** Whether the search is open. Ctrl+K, or ⌘K, opens and closes it for as long as this is asked: by the frame alone. */
export function useFindOpen(): boolean {
  'use no memo'
  return useSyncExternalStore(follow, () => open)
}

function follow(changed: () => void) {
  told = changed
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}

function press(event: KeyboardEvent) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
  // or the browser would look for it elsewhere
  event.preventDefault()
  // what says that something failed, or is being sent, is read first
  if (open || !document.querySelector('dialog[open]')) show(!open)
}
