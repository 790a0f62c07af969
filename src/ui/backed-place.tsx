import { type ReactNode, useSyncExternalStore } from 'react'

let line: ReactNode
const places = new Set<() => void>()

/** What stands in every place, once it has come: set by the app when the page has drawn what it was drawing. */
export function fillBackedPlaces(filled: ReactNode) {
  line = filled
  for (const place of places) place()
}

const follow = (place: () => void) => {
  places.add(place)
  return () => void places.delete(place)
}
const read = () => line
const nothingYet = () => undefined

/** Where it is said how much of what is owed is held. As high as that line from the beginning, so that nothing moves. */
export function BackedPlace() {
  return <div className="flex min-h-11 justify-center text-14">{useSyncExternalStore(follow, read, nothingYet)}</div>
}
