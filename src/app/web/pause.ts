/** Waits, a little more or less than asked so that not everybody comes back at once, or until the network does. */
export function pause(milliseconds: number, ended: AbortSignal): Promise<void> {
  const spread = milliseconds * (0.75 + Math.random() / 2)
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, spread)
    addEventListener('online', done)
    ended.addEventListener('abort', done, { once: true })
  })
}
