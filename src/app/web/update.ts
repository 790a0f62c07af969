import { useSyncExternalStore } from 'react'
import { registerWorker } from '#ui/service-worker.ts'
import { isReturning } from './returning.ts'

const HOUR = 60 * 60 * 1000
/** Milliseconds that the version that waits is given: the one before may be busy for minutes, say with a file that does not come. */
const PATIENCE = 5000

let waiting: ServiceWorker | undefined

/** Makes the version that waits take over; the page is loaded again by whoever asked. */
export type Update = () => void

/**
 * Registers the service worker and looks for new versions, hourly and whenever the page is seen again. Answers how to
 * update as soon as a version waits that this page is not made of.
 */
export function useUpdate(): Update | undefined {
  const worker = useSyncExternalStore(keepUpToDate, () => waiting)
  return worker && (() => takeOver(worker))
}

function keepUpToDate(changed: () => void): () => void {
  const ended = new AbortController()
  const offer = (worker: ServiceWorker) => {
    waiting = worker
    changed()
  }
  void register(offer, ended.signal).catch((error: unknown) => console.warn('Offline use is not possible', error))
  return () => ended.abort()
}

async function register(offer: (worker: ServiceWorker) => void, ended: AbortSignal) {
  // private windows of some browsers have none; a first visit is not made to load what it may never need
  if (!('serviceWorker' in navigator) || !isReturning()) return
  const registration = await registerWorker()
  const consider = async () => {
    const worker = registration.waiting
    if (!worker || ended.aborted) return
    // A page that was loaded since is of that version already: nothing is lost by changing over.
    if (await isOfThisBuild(worker)) tell(worker, 'take over')
    else offer(worker)
  }
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => void (worker.state === 'installed' && consider()))
  registration.addEventListener('updatefound', () => follow(registration.installing), { signal: ended })
  follow(registration.installing)
  await consider()

  const check = () => {
    if (!document.hidden && navigator.onLine) registration.update().catch(() => {})
  }
  document.addEventListener('visibilitychange', check, { signal: ended })
  const timer = setInterval(check, HOUR)
  ended.addEventListener('abort', () => clearInterval(timer))
}

/** The first version of a device has nobody to wait for; any other tells of which build it is. */
function isOfThisBuild(worker: ServiceWorker): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(new URL(String(data), location.href).href === entry))
    port1.start()
    setTimeout(resolve, 2000, false)
    tell(worker, 'which build', [port2])
  })
}

function takeOver(worker: ServiceWorker) {
  // another tab has let it take over: this page only has to be loaded again
  if (worker.state !== 'installed') return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  tell(worker, 'take over')
  // the page comes from the server, and so of the new version, whichever version of the worker answers for it
  setTimeout(() => location.reload(), PATIENCE)
}

function tell(worker: ServiceWorker, what: string, answers: Transferable[] = []) {
  worker.postMessage(what, answers)
}
