import { useEffect, useState } from 'react'

/** The device's time in milliseconds, or another clock's, told again every so often while the page can be seen. */
export function useNow(every: number, clock = Date.now): number {
  const [now, setNow] = useState(clock)
  useEffect(() => whileSeen(() => setNow(clock()), every), [every, clock])
  return now
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
