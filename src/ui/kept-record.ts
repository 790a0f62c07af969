import { readStored, writeStored } from './stored.ts'

/** Forgotten at sign out, with the rest of the session. */
const KEY = 'selected-admin-record'

type Kept = Record<string, unknown>

/** Keeps the record that was last opened in a panel, on this device. */
export function keepRecord(panel: string, record: unknown) {
  writeStored(KEY, { ...readStored<Kept>(KEY), [panel]: record })
}

/** The record that was last opened in a panel. Each panel keeps one kind of record, which the caller names. */
export function keptRecord<Row>(panel: string): Row | undefined {
  return readStored<Kept>(KEY)?.[panel] as Row | undefined
}
