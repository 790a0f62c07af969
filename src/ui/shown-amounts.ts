import { useSyncExternalStore } from 'react'
import { readStoredText, storedKeys, writeStoredText } from './stored.ts'

/** Which amounts a device shows: one key for each that was tapped. */
const PREFIX = 'shown:'
/** What was tapped on this page, which counts where storage is closed. */
const tapped = new Map<string, boolean>()
const listeners = new Set<() => void>()

/** Whether an amount is shown, by its name; of several, whether all are. Not on a page that is made at build time. */
export function useShown(...names: readonly string[]): boolean {
  return useSyncExternalStore(
    subscribe,
    () => names.every(isShown),
    () => false,
  )
}

/** Shows amounts or hides them, wherever they stand; the device keeps the choice. */
export function showAmounts(names: readonly string[], shown: boolean) {
  for (const name of names) {
    tapped.set(name, shown)
    writeStoredText(PREFIX + name, shown ? 'yes' : null)
  }
  for (const listener of listeners) listener()
}

/** Hides every amount again, for the next person at this device. */
export function hideAmounts() {
  for (const key of storedKeys()) if (key.startsWith(PREFIX)) writeStoredText(key, null)
  showAmounts([...tapped.keys()], false)
}

const isShown = (name: string) => tapped.get(name) ?? readStoredText(PREFIX + name) === 'yes'

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
