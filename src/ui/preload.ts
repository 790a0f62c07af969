import { useEffect } from 'react'

/** Fetches what will be needed soon, some milliseconds after what needs it is on screen; nothing if nothing is given. */
export function usePreload(load: (() => unknown) | false, after = 0) {
  useEffect(() => {
    if (!load) return
    const timer = setTimeout(load, after)
    return () => clearTimeout(timer)
  }, [load, after])
}
