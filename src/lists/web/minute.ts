import { useSyncExternalStore } from 'react'
import { whileSeen } from '#ui/now.ts'

let minute = 0
const waiting = new Set<() => void>()
let end: (() => void) | undefined

/** The device's time in milliseconds, told again every minute to all who ask: for the many rows of a list. */
export function useMinute(): number {
  return useSyncExternalStore(followMinute, () => (minute ||= Date.now()))
}

function followMinute(changed: () => void) {
  waiting.add(changed)
  end ??= whileSeen(() => {
    minute = Date.now()
    for (const tell of waiting) tell()
  }, 60_000)
  return () => {
    waiting.delete(changed)
    if (waiting.size > 0) return
    end?.()
    end = undefined
  }
}
