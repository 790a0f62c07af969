import type { Page } from 'playwright-core'
import { inPage } from './in-page.ts'

/** Everything that a page can read of what its browser keeps, and what stands in it now. A database is told by its name. */
export async function keptOnDevice(page: Page): Promise<string> {
  return inPage(
    page,
    `const texts = [JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]), document.cookie, location.href]
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        texts.push(request.url, await (await (await caches.open(name)).match(request)).text())
    for (const { name } of await indexedDB.databases()) texts.push('a database: ' + name)
    texts.push(document.documentElement.outerHTML)
    return texts.join('\\n')`,
  )
}
