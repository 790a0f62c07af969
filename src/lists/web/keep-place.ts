import type { useRouter } from '@tanstack/react-router'
import { BY_HAND } from '#ui/by-hand.ts'
import { historyKey, keptPlaces, type ListPlace, PLACES } from './list-place.ts'

/** A list on the screen, whose place is kept. */
export type PlaceIn = {
  router: Pick<ReturnType<typeof useRouter>, 'subscribe'>
  asked: string
  /** What holds the rows, and scrolls them; on a phone the whole page scrolls. */
  within: HTMLElement
  scrolls: HTMLElement | null
  /** Where it was left in this step of the history, to be brought there again. */
  left: { rows: readonly { id: string }[]; place: ListPlace | undefined }
  scrollToIndex: (index: number, how: { align: 'start' }) => void
}

/** Rows that come into the document are measured, which moves those below: for so many frames the place is put right. */
const FRAMES = 60
/** Every so many frames it is asked for again, while it is not there. */
const AGAIN = 6
/** In so many frames one after the other nothing has moved. */
const STILL = 4

/** Puts a list where it was left in this step of the history, and keeps its place until it goes. Answers how to stop. */
export function keepPlace(kept: PlaceIn): () => void {
  const { router, asked, within } = kept
  const place = leftAt(kept)
  let pressed = place?.focused
  const stopRestoring = place && restore(kept, place)
  const note = ({ target }: Event) => {
    pressed = rowOf(target)?.dataset['id'] ?? pressed
  }
  const write = (key: string) => {
    const now = placeNow(kept)
    if (now && key !== '') writePlace(key, { ...now, asked, focused: pressed })
  }
  const unsubscribe = router.subscribe(
    'onBeforeLoad',
    ({ fromLocation }) => fromLocation && write(historyKey(fromLocation.state)),
  )
  const leave = () => write(historyKey())
  within.addEventListener('focusin', note)
  within.addEventListener('click', note)
  addEventListener('pagehide', leave)
  return () => {
    stopRestoring?.()
    unsubscribe()
    within.removeEventListener('focusin', note)
    within.removeEventListener('click', note)
    removeEventListener('pagehide', leave)
  }
}

/** As many steps of the history as are kept. */
const MOST = 50

function writePlace(key: string, place: ListPlace) {
  const { [key]: _, ...others } = keptPlaces()
  const kept = Object.fromEntries([...Object.entries(others), [key, place]].slice(-MOST))
  try {
    sessionStorage.setItem(PLACES, JSON.stringify(kept))
  } catch {
    // storage may be closed: then nothing is kept, and nothing breaks
  }
}

/** A record that has left the list meanwhile was there where the next one is now. */
function leftAt({ left: { rows, place } }: PlaceIn): ListPlace | undefined {
  if (!place || rows.length === 0) return undefined
  const at = rows.findIndex(({ id }) => id === place.id)
  return { ...place, index: at < 0 ? Math.min(place.index, rows.length - 1) : at }
}

const rowsIn = (within: HTMLElement) => [...within.querySelectorAll<HTMLElement>('[data-id]')]
const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null
/** The upper edge of what is in view. */
const edgeOf = ({ scrolls }: PlaceIn) => scrolls?.getBoundingClientRect().top ?? 0

function placeNow(kept: PlaceIn): Pick<ListPlace, 'id' | 'index' | 'top' | 'last'> | undefined {
  const edge = edgeOf(kept)
  const end = kept.scrolls?.getBoundingClientRect().bottom ?? innerHeight
  const seen = rowsIn(kept.within)
    .map((row) => ({ row, at: row.getBoundingClientRect() }))
    .filter(({ at }) => at.bottom > edge && at.top < end)
    .toSorted((one, other) => one.at.top - other.at.top)
  const [first] = seen
  const last = seen.at(-1)
  if (!first || !last) return undefined
  const { id = '' } = first.row.dataset
  return { id, index: indexOf(first.row), top: first.at.top - edge, last: indexOf(last.row) }
}

function indexOf(row: HTMLElement): number {
  return Number(row.dataset['index'])
}

/** Brings the row that was the first in view to where it was, and the focus back to the row that had it. */
function restore(kept: PlaceIn, place: ListPlace): () => void {
  const { within, scrollToIndex } = kept
  const { index } = place
  const scroller = kept.scrolls ?? document.scrollingElement
  let frames = FRAMES
  let still = 0
  let frame = 0
  const stop = () => {
    frames = 0
    cancelAnimationFrame(frame)
    for (const name of BY_HAND) removeEventListener(name, stop, true)
  }
  const settle = () => {
    const row = within.querySelector(`[data-index="${index}"]`)
    const off = row ? row.getBoundingClientRect().top - edgeOf(kept) - place.top : Infinity
    // a row that has come into the document is put where it belongs a moment later: until then it is far off
    const isThere = Math.abs(off) < innerHeight
    if (!isThere && frames % AGAIN === 0) scrollToIndex(index, { align: 'start' })
    if (isThere && Math.abs(off) >= 1 && scroller) scroller.scrollTop += off
    still = Math.abs(off) < 1 ? still + 1 : 0
    if (still === 1) focus(within, place.focused)
    frames -= 1
    if (frames > 0 && still < STILL) frame = requestAnimationFrame(settle)
    else stop()
  }
  // whoever scrolls meanwhile goes where they want to
  for (const name of BY_HAND) addEventListener(name, stop, true)
  settle()
  return stop
}

function focus(within: HTMLElement, id: string | undefined) {
  if (id === undefined || (document.activeElement && document.activeElement !== document.body)) return
  const row = rowsIn(within).find((one) => one.dataset['id'] === id)
  row?.querySelector<HTMLElement>('[data-lead], button, a')?.focus({ preventScroll: true })
}
