import { readText, writeText } from '#ui/stored.ts'

/** Whether somebody has signed in on this device, or opened Plumb before: who only looks in once is left alone. */
export function isReturning(): boolean {
  if (readText('user') !== null) return true
  const first = readText('first-visit')
  if (first === null) writeText('first-visit', String(performance.timeOrigin))
  return first !== null && Number(first) !== performance.timeOrigin
}
