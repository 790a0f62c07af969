import { useState } from 'react'
import type { Segment } from '#mail/contract.ts'
import { keepRecord, useKeptRecord } from '#ui/kept-record.ts'

const KEPT = 'mail-draft'

/** A mail that is being written: to one address, or to a segment. */
export type Draft = { title: string; content: string; to: 'one' | Segment; receiver: string; plan_id: string }
const EMPTY: Draft = { title: '', content: '', to: 'one', receiver: '', plan_id: '' }

/** The last draft, kept on this device until it has been sent or the session ends. */
export function useDraft() {
  const kept = useKeptRecord<Draft>(KEPT)
  const [draft, setDraft] = useState(kept ?? EMPTY)
  const set = (next: Draft) => {
    setDraft(next)
    keepRecord(KEPT, next)
  }
  return {
    draft,
    change: (changed: Partial<Draft>) => set({ ...draft, ...changed }),
    /** It has been sent: the next mail goes to the same people. */
    clear: () => set({ ...EMPTY, to: draft.to, plan_id: draft.plan_id }),
  }
}

/** Whom a draft is for, in the words of the wire; undefined if it is for one, or for a plan that is not chosen yet. */
export function segmentOf({ to, plan_id }: Draft): { segment: Segment; plan_id?: string } | undefined {
  if (to === 'one' || (to === 'plan' && plan_id === '')) return undefined
  return to === 'plan' ? { segment: to, plan_id } : { segment: to }
}

/** `1,234 people`, `1 person` */
export function people(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'person' : 'people'}`
}
