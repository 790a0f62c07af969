import { LOCALE, whenNeeded } from './locale.ts'

export const title = 'Terms'
const days = whenNeeded(
  () => new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }),
)
/** The day on which they came into effect, in UTC: the same for everybody who agrees to them. */
export const dayOf = (at: string) => days().format(new Date(at))
/** Which version it is, and from when; the program's own have no day. */
export const version = (number: number, day: string | null) =>
  day === null ? `Version ${number}` : `Version ${number}, in effect since ${day}`
export const older = (number: number, day: string | null) =>
  day === null ? `Version ${number}, no longer in effect` : `Version ${number} of ${day}, no longer in effect`
export const current = 'Read the terms in effect now'
export const others = 'Earlier versions'
export const again = 'Try again'
export const failed = 'The terms could not be loaded. Check your connection and try again.'
export const asKept = 'You are offline. These are the terms as this device last loaded them.'
export const unknown = 'There is no such version of the terms.'

/** For whoever has to accept a new version. */
export const changedTitle = 'Our terms have changed'
export const changedLine = (number: number, day: string) => `Version ${number} of ${day}`
export const until = 'Accept them to make new investments. You can still see everything and withdraw.'
export const whatChanged = 'What changed'
export const removed = 'Removed: '
export const added = 'Added: '
export const readAll = 'Read the new terms'
export const accept = 'I accept'
export const accepting = 'sending...'
export const later = 'Later'
/** Above the plans, and a link. */
export const beforeInvest = 'Our terms have changed. Accept them to make new investments.'
export const toTerms = 'Read and accept'
