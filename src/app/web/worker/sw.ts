import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { limitEntries } from './limit-entries.ts'
import { openFromNotification, showPush } from './push.ts'

/** Written in by the build: the files of the core, and the entry that tells this build from others. */
declare const CORE: { files: { url: string; revision: string | null }[]; entry: string }
declare const self: ServiceWorkerGlobalScope
const { files, entry } = CORE

const SHELL = '/index.html'
/** Milliseconds that a page from the server is waited for, where there is one on the device. */
const PATIENCE = 3000
/** Other files of the app that are kept: each has its hash in its name, so what is old is only never asked for. */
const MOST_ASSETS = 80
/** The server's own, of which nothing is ever kept. */
const SERVERS = /^\/(api|sanctum|dev|support|healthz|assets|logo)(\/|\?|$)/

cleanupOutdatedCaches()
// "/" is no name for the shell here: its page comes from the server where there is one
precacheAndRoute(files, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin && /^\/(assets|logo)\//.test(url.pathname) && !request.headers.has('authorization'),
  new CacheFirst({ cacheName: 'assets', plugins: [limitEntries(MOST_ASSETS)] }),
)
registerRoute(
  new NavigationRoute(({ event, request }) => pageFor(event as FetchEvent, request), { denylist: [SERVERS] }),
)

/** The server's page; the shell where the server is not reached, is too slow, or is in trouble. */
async function pageFor(event: FetchEvent, request: Request): Promise<Response> {
  const fromServer = (async () => {
    const early = (await event.preloadResponse) as Response | undefined
    return early ?? fetch(request)
  })()
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE, undefined))
  const page = await Promise.race([fromServer.catch(() => undefined), late])
  if (page && page.status < 500) return page
  return (await matchPrecache(SHELL)) ?? fromServer
}

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]))
})

// The page asks which build waits, and says when it may take over: never under somebody's form.
self.addEventListener('message', (event) => {
  if (event.data === 'which build') event.ports[0]?.postMessage(entry)
  if (event.data === 'take over') void self.skipWaiting()
})

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openFromNotification(self, event.notification))
})
