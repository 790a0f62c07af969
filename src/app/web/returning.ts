import { readStoredText, writeStoredText } from '#ui/stored.ts'

/** Whether somebody has signed in on this device, or opened Plumb before: who only looks in once is left alone. */
export function isReturning(): boolean {
  if (readStoredText('user') !== null) return true
  const first = readStoredText('first-visit')
  if (first === null) writeStoredText('first-visit', String(performance.timeOrigin))
  return first !== null && Number(first) !== performance.timeOrigin
}
