/**
 * One long text that is kept on this device, wherever pages are secure; elsewhere nothing is. Browsers keep it as they
 * keep the app's own files, without the small bound of local storage.
 */
const PLACE = 'kept-text'
const ADDRESS = '/kept-text'
const present = () => 'caches' in globalThis

export async function keepText(text: string): Promise<void> {
  if (present()) await (await caches.open(PLACE)).put(ADDRESS, new Response(text))
}

export async function readKeptText(): Promise<string | undefined> {
  if (!present()) return undefined
  return (await caches.match(ADDRESS, { cacheName: PLACE }))?.text()
}

export function forgetText() {
  if (present()) void caches.delete(PLACE)
}
