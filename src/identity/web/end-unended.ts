import { call } from './calls.ts'
import { ended, unended } from './unended.ts'

/** Tells the server of sessions that were signed out of while it could not be reached: now and whenever it may be there again. */
export function endUnended() {
  addEventListener('online', tell)
  tell()
}

function tell() {
  const sessions = unended()
  if (sessions.length === 0) return
  call('POST /api/end-unended', { body: { sessions } }).then(
    () => ended(sessions),
    // it is told the next time
    () => {},
  )
}
