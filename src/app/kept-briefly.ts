import { SECOND } from '#kit/clock.ts'

/** Milliseconds for which what was read is believed, whatever else is heard. */
const LONGEST = SECOND

export type KeptBriefly<T> = {
  /** What was read, while that is believed. */
  present(): T | undefined
  /** Reads it anew. However many ask, one question is under way at a time. */
  ask(): Promise<T>
  /** It may have changed: whoever asks from now on is answered with what is read from now on. */
  forget(): void
}

/** Keeps what is read often and changes seldom, never for longer than a second. Not for what decides over money or rights. */
export function keptBriefly<T>(read: () => Promise<T>): KeptBriefly<T> {
  let kept: { value: T; since: number } | undefined
  let asking: Promise<T> | undefined
  let forgotten = 0
  const begin = async () => {
    const [of, since] = [forgotten, performance.now()]
    try {
      const value = await read()
      // where it was forgotten meanwhile, this may be what it was before
      if (of === forgotten) kept = { value, since }
      return value
    } finally {
      if (of === forgotten) asking = undefined
    }
  }
  return {
    present: () => (kept !== undefined && performance.now() - kept.since < LONGEST ? kept.value : undefined),
    ask: () => (asking ??= begin()),
    forget() {
      forgotten += 1
      kept = asking = undefined
    },
  }
}
