import { useCallback, useState, useSyncExternalStore } from 'react'

/** Whole seconds left of a span that runs on while the page sleeps; `restart` begins another. */
export function useCountdown(first: number) {
  const [end, setEnd] = useState(() => endOf(first))
  const left = useSyncExternalStore(
    everyQuarter,
    () => secondsTo(end),
    () => first,
  )
  const restart = useCallback((seconds: number) => setEnd(endOf(seconds)), [])
  return { left, restart }
}

const endOf = (seconds: number) => Math.round(performance.now()) + seconds * 1000
const secondsTo = (end: number) => Math.max(0, Math.ceil((end - Math.round(performance.now())) / 1000))

function everyQuarter(changed: () => void) {
  const tick = setInterval(changed, 250)
  return () => clearInterval(tick)
}
