import { useLocation, useNavigate } from '@tanstack/react-router'

/** The chosen tab, kept in the address (`?tab=name`) without an entry of its own in the history; the first by default. */
export function useTab<Tab extends { name: string }>(tabs: readonly [Tab, ...Tab[]]) {
  const { search } = useLocation()
  const navigate = useNavigate()
  return {
    chosen: tabs.find(({ name }) => name === search.tab) ?? tabs[0],
    choose: (name: Tab['name']) =>
      void navigate({ to: '.', search: (present) => ({ ...present, tab: name }), replace: true, resetScroll: false }),
  }
}
