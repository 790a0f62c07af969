import { useRef, useState } from 'react'
import type { Pages } from './pages.ts'

/** Which records of a list are selected, and what its checkboxes do. */
export type RowSelection<Row> = {
  has: (id: string) => boolean
  /** All that is shown is selected, or as many as may be. */
  all: boolean
  /** `range`: all from the one that was toggled last to this one. */
  toggle: (row: Row, range: boolean) => void
  toggleAll: () => void
}

/** So many can be decided on at once. */
export const MOST_AT_ONCE = 100

/** What is selected of the list that answers this question, and what left it because somebody else has decided on it. */
export type Chosen<Row> = { asked: string; rows: readonly Row[]; lost: readonly string[] }

/**
 * Selected records of a list: those of one question, not shown with another. None while what is shown is still the `old`
 * list. What is decided on leaves them.
 */
export function useSelection<Row extends { id: string }>({ rows, asked, old, hold }: Pages<Row>) {
  const [chosen, setChosen] = useState<Chosen<Row>>({ asked, rows: [], lost: [] })
  const latest = useRef<string>(undefined)
  const isAsked = chosen.asked === asked
  const kept = isAsked ? chosen.rows : []
  // as they are now, where the list holds them: one may also stand on a page that is not here any more
  const present = new Map(rows?.map((row) => [row.id, row]))
  const selected = kept.map((row) => present.get(row.id) ?? row)
  const ids = new Set(selected.map(({ id }) => id))
  const choose = (next: readonly Row[]) => {
    if (old) return
    const those = next.slice(0, MOST_AT_ONCE)
    hold(those)
    setChosen({ asked, rows: those, lost: [] })
  }

  const selection: RowSelection<Row> = {
    has: (id) => ids.has(id),
    all: rows !== undefined && rows.length > 0 && rows.slice(0, MOST_AT_ONCE).every(({ id }) => ids.has(id)),
    toggle: (row, range) => {
      const group = (range && rows && between(rows, latest.current, row.id)) || [row]
      const groupIds = new Set(group.map(({ id }) => id))
      const others = selected.filter(({ id }) => !groupIds.has(id))
      latest.current = row.id
      choose(ids.has(row.id) ? others : [...others, ...group])
    },
    toggleAll: () => choose(selection.all ? [] : (rows ?? [])),
  }
  return {
    selection,
    selected,
    /** How many have left because somebody else has decided on them, since something was selected last. */
    lost: isAsked ? chosen.lost.length : 0,
    /** Takes out what was decided on: `leaving.ts` says how. */
    change: setChosen,
    clear: () => choose([]),
  }
}

/** All rows from one to the other, whichever comes first. */
function between<Row extends { id: string }>(rows: readonly Row[], one: string | undefined, other: string) {
  const places = [one, other].map((id) => rows.findIndex((row) => row.id === id))
  return places.includes(-1) ? null : rows.slice(Math.min(...places), Math.max(...places) + 1)
}

export type Selected<Row extends { id: string }> = ReturnType<typeof useSelection<Row>>
