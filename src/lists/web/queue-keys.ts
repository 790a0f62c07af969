import { useState } from 'react'
import { usePanel } from '#ui/panel-url.ts'
import { useKeys } from './keys.ts'
import type { Pages } from './pages.ts'
import type { Step, Steps } from './steps.ts'

type Queue<Row extends { id: string }> = {
  pages: Pages<Row>
  steps: Steps<Row>
  /** What is open to do with the open record. */
  offered: readonly Step[]
  /** Selects the open record, where records can be selected. */
  toggle: ((row: Row, range: boolean) => void) | undefined
}

/** Goes through a list by keys. Answers whether the open record was opened by one: then it has to be said aloud. */
export function useQueueKeys<Row extends { id: string }>({ pages, steps, offered, toggle }: Queue<Row>): boolean {
  'use no memo'
  const { rows = [], more, loadMore, asked } = pages
  const help = usePanel('keys')
  const [moved, setMoved] = useState(false)
  const [latest, setLatest] = useState({ asked, place: -1 })
  const at = rows.findIndex(({ id }) => id === steps.of)
  // where the open record has left the list, the one after it has moved up to its place
  const place = latest.asked === asked ? latest.place : -1
  if (at >= 0 && at !== place) setLatest({ asked, place: at })
  const gone = at < 0

  const open = (index: number) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))]
    if (!row) return
    if (more && index >= rows.length - 1) loadMore()
    setMoved(true)
    steps.open(row)
  }
  const go = (step: Step) => offered.includes(step) && steps.step === 'view' && (() => steps.go(step))
  const record = rows[at]
  const present = {
    j: () => open(gone ? Math.max(place, 0) : at + 1),
    k: () => open(gone ? place - 1 : at - 1),
    a: go('approve'),
    d: go('decline'),
    p: go('pay'),
    e: go('edit'),
    x: toggle && record && (() => toggle(record, false)),
    '/': () => document.querySelector<HTMLElement>('main input[type=search]')?.focus(),
    '?': () => help.show(),
    Escape: steps.step !== undefined && steps.back,
  }
  useKeys(Object.fromEntries(Object.entries(present).filter(([, act]) => act)))
  return moved
}
