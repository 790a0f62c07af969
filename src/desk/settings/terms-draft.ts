import { useState } from 'react'
import { keepRecord, useKeptRecord } from '#ui/kept-record.ts'

const KEPT = 'terms-draft'

/** `follows`: the version that it was begun from. */
type Draft = { follows: number; content: string; summary: string }

/** New terms that are being written, kept on this device until they are sent or discarded, or the session ends. */
export function useTermsDraft({ version, content }: { version: number; content: string }) {
  const kept = useKeptRecord<Draft>(KEPT)
  const blank = { follows: version, content, summary: '' }
  // what was begun from an earlier version would take back what has been published since
  const [draft, setDraft] = useState(kept?.follows === version ? kept : blank)
  return {
    draft,
    change: (changed: Partial<Draft>) => {
      const next = { ...draft, ...changed }
      setDraft(next)
      keepRecord(KEPT, next)
    },
    clear: () => {
      setDraft(blank)
      keepRecord(KEPT, undefined)
    },
  }
}
