/** Milliseconds after which it is enough of waiting: a browser that paints nothing may never call itself idle. */
const LATEST = 3000

/** Waits until the page has drawn what it was drawing: for what no screen waits for. */
export function whenIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: LATEST })
    else setTimeout(resolve)
  })
}
