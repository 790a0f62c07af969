import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { stepBack } from './history-step.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The entry was made by opening a panel on the page before it. */
    panel?: true
  }
}

/**
 * A panel in the address (`?panel=name&of=id`), so that Back closes it and a link opens it.
 * `of` is the record that it shows, kept while the panel slides away.
 */
export function usePanel(name: string) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const open = search.panel === name
  const [of, setOf] = useState(search.of)
  if (open && of !== search.of) setOf(search.of)
  const leave = (tab?: string) => {
    // an answer that comes late closes nothing that has been opened since
    const now = new URLSearchParams(location.search)
    if (now.get('panel') !== name || (now.get('of') ?? undefined) !== search.of) return
    const goOn = () =>
      void navigate({
        to: '.',
        search: ({ panel: _, of: __, ...rest }) => (tab === undefined ? rest : { ...rest, tab }),
        replace: true,
        resetScroll: false,
      })
    // the browser's own state: what was drawn last may be a step behind
    if (!(history.state as { panel?: true } | null)?.panel) return goOn()
    stepBack()
    // on the page that was stepped back to
    if (tab !== undefined) addEventListener('popstate', () => setTimeout(goOn), { once: true })
  }
  return {
    open,
    of: open ? search.of : of,
    /** `instead`: of the panel that is open, so that Back closes this one and does not open that one again. */
    show: (of?: string, instead = false) =>
      void navigate({
        to: '.',
        search: (present) => ({ ...present, panel: name, of }),
        replace: instead,
        state: (present) => (instead ? present : { ...present, panel: true }),
        // what lies under the panel stays where it is
        resetScroll: false,
      }),
    close: () => leave(),
    /** Closes it, and chooses the tab of its page where what was done in it is to be seen. */
    closeTo: (tab: string) => leave(tab),
  }
}
