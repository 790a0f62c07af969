import { storedKeys, writeStoredText } from './stored.ts'

/** Which amounts a device shows: one key for each that was tapped. */
export const SHOWN_PREFIX = 'shown:'

/** Hides every amount again, for the next person at this device. */
export function hideAmounts() {
  for (const key of storedKeys()) if (key.startsWith(SHOWN_PREFIX)) writeStoredText(key, null)
}
