import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

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
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const { history } = useRouter()
  const open = search.panel === name
  const [of, setOf] = useState(search.of)
  if (open && of !== search.of) setOf(search.of)
  return {
    open,
    of: open ? search.of : of,
    show: (of?: string) =>
      void navigate({
        to: '.',
        search: (present) => ({ ...present, panel: name, of }),
        state: (present) => ({ ...present, panel: true }),
      }),
    close: () => {
      if (state.panel) history.back()
      else void navigate({ to: '.', search: ({ panel: _, of: __, ...rest }) => rest, replace: true })
    },
  }
}
