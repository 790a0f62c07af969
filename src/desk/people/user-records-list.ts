import { useState } from 'react'
import * as text from '#texts/list.ts'
import { useCount, type FetchCount } from '#lists/web/counted.ts'
import { usePages, type FetchPage } from '#lists/web/pages.ts'

/** How many records of a kind a user’s screen shows until all are asked for. */
const FIRST = 6
/** How many of each kind come with the user. */
const MOST = 100

/** A user's records of one kind: those that came with the user, and where there may be more, the rest in pages. */
export function useUserRecords<Row extends { id: string }>(
  callKey: `GET ${string}`,
  user: string,
  newest: readonly Row[],
  fetchPage: FetchPage<Row>,
  fetchCount: FetchCount,
) {
  const [whole, setWhole] = useState(false)
  const long = newest.length >= MOST
  const asked = { user, limit: String(MOST) }
  const all = useCount(callKey, asked, fetchCount, long)
  const pages = { ...usePages(callKey, fetchPage, asked, { whole: true, enabled: long && whole }), all }
  // not those of the user before
  const read = pages.old ? undefined : pages.rows
  const rows = read ?? newest
  const more = long && (read === undefined || pages.more)
  return {
    rows,
    shown: whole ? rows : rows.slice(0, FIRST),
    /** Their number, as far as it is known. */
    count: !more ? String(rows.length) : all ? text.counted(all) : `${rows.length}+`,
    folds: rows.length > FIRST,
    whole,
    fold: () => setWhole(!whole),
    /** Where there is more than is shown now. */
    pages: whole && read && pages.more ? pages : undefined,
  }
}
export type UserRecordsList<Row extends { id: string }> = ReturnType<typeof useUserRecords<Row>>
