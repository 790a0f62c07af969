import type { Page } from 'playwright-core'

/** Runs the lines of a function in the page, as text: tests know nothing of a browser's types. */
export function inPage<T>(page: Page, lines: string): Promise<T> {
  return page.evaluate<T>(`(async () => { ${lines} })()`)
}
