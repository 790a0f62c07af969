import { useLocation, useNavigate } from '@tanstack/react-router'

/**
 * The chosen tab, kept in the address (`?tab=name`) without an entry of its own in the history. Where it names none, the
 * one that `holds` what is open, or else the first that holds something, which it is to `keep`, or else the first; none
 * while nobody knows what they hold (`counts`, in their order).
 */
export function useTab<Tab extends { name: string }>(
  tabs: readonly [Tab, ...Tab[]],
  counts: readonly number[] | undefined,
  holds?: Tab,
) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const named = tabs.find(({ name }) => name === search.tab)
  const first = holds ?? (counts && tabs.find((_, place) => counts[place]))
  return {
    chosen: named ?? first ?? (counts && tabs[0]),
    keep: !named && first !== undefined,
    choose: (name: Tab['name']) =>
      void navigate({ to: '.', search: (present) => ({ ...present, tab: name }), replace: true, resetScroll: false }),
  }
}
