import { useEffect, useRef } from 'react'

/** Acts after some milliseconds, unless the screen has been left by then. */
export function useTimeout(): (act: () => void, after: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (act, after) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, after)
  }
}
