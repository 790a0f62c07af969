import { useCallback, useEffect, useState } from 'react'

/** Whole seconds left of a span that runs on while the page sleeps; `restart` begins another. */
export function useCountdown(first: number) {
  const [end, setEnd] = useState(() => performance.now() + first * 1000)
  const [left, setLeft] = useState(first)
  useEffect(() => {
    const tick = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((end - performance.now()) / 1000))
      setLeft(remaining)
      if (remaining === 0) clearInterval(tick)
    }, 250)
    return () => clearInterval(tick)
  }, [end])
  const restart = useCallback((seconds: number) => {
    setEnd(performance.now() + seconds * 1000)
    setLeft(seconds)
  }, [])
  return { left, restart }
}
