import { call } from './calls.ts'
import { closeSession } from './session.ts'

/** Ends the session here and on the server. Where the server cannot be told, it stays and that is only logged. */
export function logOut() {
  call('POST /api/logout').then(
    () => {
      closeSession()
      location.assign('/')
    },
    (error: unknown) => console.warn('Log out failed', error),
  )
}
