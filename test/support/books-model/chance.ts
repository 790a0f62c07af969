/** Chance from a seed: the same seed tells the same story. */
export type Chance = {
  /** a whole number from 0 up to but not including this */
  below(limit: number): number
  /** true in this many of a hundred cases */
  percent(likely: number): boolean
  pick<T>(from: readonly T[]): T | undefined
  /** one of these, each as likely as its weight */
  weighted<T>(from: readonly (readonly [number, T])[]): T
}

/** Mulberry32: small, and good enough to choose by. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    percent: (likely) => below(100) < likely,
    pick: (from) => from[below(from.length)],
    weighted(from) {
      let left = below(from.reduce((sum, [weight]) => sum + weight, 0))
      for (const [weight, one] of from) {
        left -= weight
        if (left < 0) return one
      }
      throw new Error('nothing to choose from')
    },
  }
}
