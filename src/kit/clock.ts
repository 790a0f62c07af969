/**
 * Where the app's own time comes from: passed on from the one place that builds it, so that tests can move it. Money goes
 * by the database's clock instead.
 */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is moved, for tests of what goes by the app's own alone. */
export function movableClock(start: Date): Clock & { move(milliseconds: number): void; set(time: Date): void } {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    move: (milliseconds) => {
      time += milliseconds
    },
    set: (to) => {
      time = to.getTime()
    },
  }
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
