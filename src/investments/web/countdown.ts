const SECOND = 1000

/** Minutes and seconds that are left, `4:05`; nothing is left below zero. */
export function countdown(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / SECOND))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
