import type { KeyboardEvent } from 'react'

/** Enter that is still held down from the step before decides nothing. */
export function onceDown(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}
