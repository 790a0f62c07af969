import { call } from '#identity/web/calls.ts'

/** Milliseconds; an administrator's session ends after fifteen minutes without anybody. */
const EVERY = 5 * 60_000

/** Somebody who writes for long asks the server for nothing: says now and then that they are there. */
export function sayStillThere(ended: AbortSignal) {
  let said = performance.now()
  const say = () => {
    if (performance.now() - said < EVERY) return
    said = performance.now()
    void call('GET /api/user').catch(() => {})
  }
  addEventListener('keydown', say, { signal: ended })
  addEventListener('pointerup', say, { signal: ended })
}
