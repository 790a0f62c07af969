import { useSyncExternalStore } from 'react'
import { readStored, readStoredText, writeStored } from './stored.ts'

/** Forgotten at sign out, with the rest of the session. */
const KEY = 'selected-admin-record'

type Kept = Record<string, unknown>
const listeners = new Set<() => void>()

/** Keeps the record that was last opened in a panel, on this device. */
export function keepRecord(panel: string, record: unknown) {
  writeStored(KEY, { ...readStored<Kept>(KEY), [panel]: record })
  for (const listener of listeners) listener()
}

/** The record that was last opened in a panel. Each panel keeps one kind of record, which the caller names. */
export function useKeptRecord<Row>(panel: string): Row | undefined {
  const text = useSyncExternalStore(subscribe, () => readStoredText(KEY))
  return keptIn(text)[panel] as Row | undefined
}

/** Only this file writes the key. */
function keptIn(text: string | null): Kept {
  return text === null ? {} : (JSON.parse(text) as Kept)
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
