import { useCallback } from 'react'
import { whileSeen } from './now.ts'

type TimeLeftProps = {
  /** A moment of this device's clock, in milliseconds. */
  until: number
  /** The milliseconds that are left, in words; none are left below zero. The same function at every render. */
  say: (left: number) => string
}

const SECOND = 1000

/** How much time is left, written straight into the page each second, without a render; still while it is hidden. */
export function TimeLeft({ until, say }: TimeLeftProps) {
  const count = useCallback(
    (place: HTMLElement) => whileSeen(() => (place.textContent = say(until - Date.now())), SECOND),
    [until, say],
  )
  return <b ref={count} role="timer" className="text-ink" />
}
