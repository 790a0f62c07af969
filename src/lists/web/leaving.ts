import type { Chosen } from './selection.ts'

type Listed = { id: string }

/** What is selected without what was decided on here. */
export function decidedHere<Row extends Listed>(those: readonly string[]) {
  const isOther = (id: string) => !those.includes(id)
  return (now: Chosen<Row>): Chosen<Row> => ({
    ...now,
    rows: now.rows.filter(({ id }) => isOther(id)),
    lost: now.lost.filter(isOther),
  })
}

/** What is selected without a record that somebody else has decided on. */
export function decidedElsewhere<Row extends Listed>(gone: string) {
  return (now: Chosen<Row>): Chosen<Row> => {
    const rows = now.rows.filter(({ id }) => id !== gone)
    return rows.length < now.rows.length ? { ...now, rows, lost: [...now.lost, gone] } : now
  }
}
