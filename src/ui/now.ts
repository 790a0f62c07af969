import { useState, useSyncExternalStore } from 'react'

/**
 * The device's time in milliseconds, or another clock's, told again every so often while the page can be seen. Which
 * clock and how often are settled when it is first asked.
 */
export function useNow(every: number, clock = Date.now): number {
  const [{ follow, read }] = useState(() => watchOf(every, clock))
  return useSyncExternalStore(follow, read, read)
}

function watchOf(every: number, clock: () => number) {
  let now = clock()
  return {
    read: () => now,
    follow: (changed: () => void) =>
      whileSeen(() => {
        now = clock()
        changed()
      }, every),
  }
}

/** Acts every so often while the page can be seen, and at once when it is seen again. Returns what ends it. */
export function whileSeen(act: () => void, every: number): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const follow = () => {
    clearInterval(timer)
    if (document.hidden) return
    act()
    timer = setInterval(act, every)
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', follow)
  }
}
