import { useSyncExternalStore } from 'react'

/** The same width as `lg` in the styles. */
const wide = matchMedia('(min-width: 64rem)')

/** Whether there is room for two things side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}

function subscribe(changed: () => void) {
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}
