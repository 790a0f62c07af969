import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListAddress } from './list-query.ts'
import type { Pages } from './pages.ts'

/**
 * Of lists that come page by page, the tab that the address names; where it names none, the first that has something,
 * found by reading one after the other, which it is to `keep`. `tab` is what is to be read; `settle` looks at what has
 * come of it, and shows nothing until a tab is `chosen`.
 */
export function useOpeningTab<Tab extends { name: string }>(tabs: readonly [Tab, ...Tab[]]) {
  // of screens that everybody at the desk loads first
  'use no memo'
  const [tried, setTried] = useState(0)
  const { tab: name }: ListAddress = useLocation().search
  const named = tabs.find((one) => one.name === name)
  // all of them are empty: the first says so
  const over = tried === tabs.length
  const tab = named ?? tabs[tried] ?? tabs[0]
  const settle = <Listed extends Pages<unknown>>(pages: Listed) => {
    const found = pages.old ? undefined : pages.rows?.length
    if (named || over || found || pages.error) return { pages, chosen: tab, keep: !named && Boolean(found) }
    if (found === 0) setTried(tried + 1)
    return { pages: { ...pages, rows: undefined }, chosen: undefined, keep: false }
  }
  return { tab, settle }
}
