import { useSyncExternalStore } from 'react'

/** What is kept on this device. Storage may be closed (private windows): then nothing is kept, and nothing breaks. */

export function readStoredText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The keys of all that is kept. */
export function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** A text that is kept, as it is now; null on a page that is made at build time. */
export function useStoredText(key: string): string | null {
  return useSyncExternalStore(
    subscribe,
    () => readStoredText(key),
    () => null,
  )
}

function subscribe(changed: () => void) {
  addEventListener('storage', changed)
  return () => removeEventListener('storage', changed)
}

/** Keeps a text, or forgets it where it is null. */
export function writeStoredText(key: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // closed or full: the choice lasts as long as the page
  }
}

/** Reads what `writeStored` kept. The caller names the type and is the only writer of the key. */
export function readStored<T>(key: string): T | null {
  try {
    return JSON.parse(readStoredText(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function writeStored(key: string, value: unknown) {
  writeStoredText(key, JSON.stringify(value))
}
