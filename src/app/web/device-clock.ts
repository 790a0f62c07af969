import type { QueryClient } from '@tanstack/react-query'
import { whileSeen } from '#ui/now.ts'

const SECOND = 1000
/** Milliseconds by which a clock may be put right without a word. */
const LITTLE = 2000

/**
 * Growing figures are counted on by this device's clock from when they came. Where somebody sets that clock, they are
 * read again at once; until then they would be as wrong as the clock was moved.
 */
export function followClock(cache: QueryClient, ended: AbortSignal) {
  let before = opened()
  const check = () => {
    const now = opened()
    if (Math.abs(now - before) > LITTLE) void cache.invalidateQueries()
    before = now
  }
  ended.addEventListener('abort', whileSeen(check, SECOND))
}

/** The moment that the page was opened, by the clock as it is set now. */
function opened(): number {
  return Date.now() - performance.now()
}
