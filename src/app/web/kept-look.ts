import { logo, wordmark } from '#ui/mark.tsx'
import { writeStored, writeStoredText } from '#ui/stored.ts'

/**
 * Keeps the look of a page from the server for the one that is there without a connection (public/shell.js), which has it
 * from here and keeps nothing itself.
 */
export function keepLook() {
  if ('kept' in document.documentElement.dataset) return
  const style = document.getElementById('look')?.textContent
  if (style) writeStored('look', { style, logo, wordmark: wordmark !== undefined })
  else writeStoredText('look', null)
}
