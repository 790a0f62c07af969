import { call } from './calls.ts'
import { noteToEnd } from './unended.ts'

/** Milliseconds that the server is waited for: whoever signs out may be about to hand the device on. */
const PATIENCE = 3000

const push = () => import('#notifications/web/push-device.ts')

/** Ends this device's session on the server, or notes that it is to end there. */
export async function endHereAndThere() {
  const ended = await noteToEnd()
  const told = push()
    .then(({ stopPush }) => stopPush())
    .catch(() => {})
    .then(() => call('POST /api/logout'))
    .then(ended, () => {})
  await Promise.race([told, new Promise((late) => setTimeout(late, PATIENCE))])
}
