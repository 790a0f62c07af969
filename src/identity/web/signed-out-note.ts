import { useSyncExternalStore } from 'react'

const NOTE = 'signed-out'

/** Keeps for the sign-in page that this session was ended by somebody or something else; also over a reload. */
export function keepSignedOut() {
  try {
    sessionStorage.setItem(NOTE, 'yes')
  } catch {
    // storage may be closed: then the reason goes unsaid
  }
}

/** Somebody has signed in again. */
export function forgetSignedOut() {
  try {
    sessionStorage.removeItem(NOTE)
  } catch {
    // closed, so nothing was kept
  }
}

/** Whether the person at the sign-in page is there because their session was ended. */
export function useWasSignedOut(): boolean {
  return useSyncExternalStore(
    () => () => {},
    wasSignedOut,
    // a page that is made at build time is nobody's
    () => false,
  )
}

function wasSignedOut(): boolean {
  try {
    return sessionStorage.getItem(NOTE) !== null
  } catch {
    return false
  }
}
