import { useSyncExternalStore } from 'react'

/** The same width as `lg` in the styles. */
const WIDE = '(min-width: 64rem)'

/** Whether there is room for two things side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    // a page that is made at build time is a phone's
    () => false,
  )
}

function subscribe(changed: () => void) {
  const wide = matchMedia(WIDE)
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}
