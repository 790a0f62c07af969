import * as text from '#texts/log-out.ts'
import { showModal } from '#ui/modal.ts'
import { call } from './calls.ts'
import { closeSession } from './session.ts'

/** Notifications of this device are the slice's before this one, and seldom needed. */
const push = () => import('#notifications/web/push-device.ts')

/** Ends the session here and on the server. Where the server cannot be told, it stays and that is said. */
export function logOut() {
  push()
    .then(({ stopPush }) => stopPush())
    .catch(() => {})
    .then(() => call('POST /api/logout'))
    .then(
      () => leave(),
      () => showModal({ kind: 'failed', message: text.notSignedOut }),
    )
}

/** Where this page is, for coming back to it. */
export const pathHere = () => location.pathname + location.search + location.hash

/** Leaves nothing of the session on this device, its notifications included, and shows the sign-in page, which leads to `next`. */
export function leave(next?: string) {
  closeSession()
  push()
    .then(({ forgetPush }) => forgetPush())
    .catch(() => {})
    .finally(() => location.assign(next ? `/?next=${encodeURIComponent(next)}` : '/'))
}
