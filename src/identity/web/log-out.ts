import { closeSession } from './session.ts'

/** Notifications of this device are the slice's before this one, and seldom needed. */
const push = () => import('#notifications/web/push-device.ts')

/**
 * Ends the session here, whether there is a connection or not, and on the server: now, or, where that cannot be reached,
 * as soon as this device reaches it again.
 */
export function logOut() {
  void import('./end-session.ts')
    .then(({ endHereAndThere }) => endHereAndThere())
    .catch(() => {})
    .then(() => leave())
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
