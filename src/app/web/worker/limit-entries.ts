/** Keeps a cache from growing: beyond so many, the first that came go first. */
export function limitEntries(most: number) {
  return {
    cacheDidUpdate: async ({ cacheName }: { cacheName: string }) => {
      const cache = await caches.open(cacheName)
      const kept = await cache.keys()
      await Promise.all(kept.slice(0, -most).map((request) => cache.delete(request)))
    },
  }
}
