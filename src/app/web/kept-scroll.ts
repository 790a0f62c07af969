import { historyKey } from '#lists/web/list-place.ts'
import { BY_HAND } from '#ui/by-hand.ts'

const LEFT = 'scrolled-to'
type Left = { step: string; top: number }

/**
 * Keeps how far down an investor's screen was when the page was left, and brings it there again after a reload. Its lists
 * are read from the server then, so that the screen is still too short when the router would do so.
 */
export function keepScroll(ended: AbortSignal) {
  addEventListener('pagehide', keep, { signal: ended })
  const { step, top } = left()
  // the page's own script has seen what was done before this came
  if ('byHand' in globalThis || step !== historyKey() || scrollY >= top) return
  const over = new AbortController()
  const end = () => over.abort()
  const follow = () => {
    if (historyKey() === step) scrollTo({ top })
    if (historyKey() !== step || Math.ceil(scrollY) >= top) end()
  }
  const growing = new ResizeObserver(follow)
  over.signal.addEventListener('abort', () => growing.disconnect())
  ended.addEventListener('abort', end, over)
  // whoever scrolls meanwhile goes where they want to
  for (const name of BY_HAND) addEventListener(name, end, { capture: true, signal: over.signal })
  growing.observe(document.body)
}

function keep() {
  try {
    sessionStorage.setItem(LEFT, JSON.stringify({ step: historyKey(), top: Math.floor(scrollY) } satisfies Left))
  } catch {
    // storage may be closed: then nothing is kept, and nothing breaks
  }
}

function left(): Left {
  try {
    return JSON.parse(sessionStorage.getItem(LEFT) ?? '') as Left
  } catch {
    return { step: '', top: 0 }
  }
}
