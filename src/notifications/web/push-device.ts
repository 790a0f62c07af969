import { readStoredText, writeStoredText } from '#ui/stored.ts'
import { registerWorker } from '#ui/service-worker.ts'
import { call } from './calls.ts'

/** Whose notifications this device gets; kept when somebody signs out, so that the next person does not get them. */
const OWNER = 'push-of'
/** Milliseconds that a browser is waited for when somebody signs out: its push service may be away. */
const PATIENCE = 1500
/** Milliseconds that one step of this device waits for the one before. */
const TURN = 5000

export type PushState = 'unsupported' | 'install first' | 'no worker' | 'blocked' | 'off' | 'on'

/** Whether this device is notified, and if not, why. */
export async function pushState(userId: string): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return /iPhone|iPad|iPod/.test(navigator.userAgent) ? 'install first' : 'unsupported'
  if (!(await hasWorker())) return 'no worker'
  if (Notification.permission === 'denied') return 'blocked'
  return readStoredText(OWNER) === userId && (await subscription()) ? 'on' : 'off'
}

/** Whether the browser keeps a service worker of ours, or takes one: without it nothing can come. */
async function hasWorker(): Promise<boolean> {
  try {
    return ((await navigator.serviceWorker.getRegistration('/')) ?? (await registerWorker())) !== undefined
  } catch {
    return false
  }
}

/** Asks the person, then the browser, then tells the server. Answers what came of it. */
export async function startPush(userId: string): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  await inTurn(() => subscribe(userId))
  return 'on'
}

/** No longer notifies this device: tells the server, which has to know who asks, then the browser. */
export async function stopPush(): Promise<PushState> {
  await inTurn(async () => {
    const present = await subscription()
    if (present) await call('POST /api/push-unsubscribe', { body: { endpoint: present.endpoint } })
    await forgetPush()
  })
  return 'off'
}

/** When nobody is signed in any more: the browser's own end, by which the server's becomes void. */
export async function forgetPush(): Promise<void> {
  writeStoredText(OWNER, null)
  const ended = subscription().then((present) => present?.unsubscribe())
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}

/** On each visit: tells the server again of this person's device, and ends what another person left behind. */
export async function renewPush(userId: string | undefined): Promise<void> {
  await inTurn(async () => {
    if (!(await subscription())) return
    if (userId === undefined || readStoredText(OWNER) !== userId) await forgetPush()
    else if (navigator.onLine) await subscribe(userId)
  })
}

/**
 * One after another, over all tabs: a device that is being renewed while somebody signs out would be notified again once
 * they have gone. Who has waited for a push service that does not answer goes ahead.
 */
async function inTurn<T>(act: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return act()
  let begun = false
  const begin = () => {
    begun = true
    return act()
  }
  return navigator.locks.request('push', { signal: AbortSignal.timeout(TURN) }, begin).catch((error: unknown) => {
    if (begun) throw error
    return act()
  })
}

async function subscription(): Promise<PushSubscription | null | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis)) return undefined
  return (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription()
}

async function subscribe(userId: string) {
  const { pushManager } = await navigator.serviceWorker.ready
  const { key } = await call('GET /api/push-key')
  const wanted = { userVisibleOnly: true, applicationServerKey: key }
  const present = await pushManager.getSubscription()
  // another server's, or this one's before its keys were made again
  if (present && keyOf(present) !== key) await present.unsubscribe()
  const { endpoint = '', keys } = (await pushManager.subscribe(wanted)).toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call('POST /api/push-subscribe', { body: { endpoint, keys: { p256dh, auth } } })
  writeStoredText(OWNER, userId)
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
