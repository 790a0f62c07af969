import { microUsd, fromWire, type MicroUsd } from '#money/micro-usd.ts'

/** What the server said of all that earns, at a moment of its own clock. */
export type Earning = {
  as_of: string
  current_earning: string
  running: readonly { per_seconds_earning: string; ends_at: string }[]
}

const PICOS_PER_MICRO = 1_000_000n
const SECOND = 1000

/**
 * What running investments have earned some milliseconds after the server's answer: what it said, and for each whole
 * second since then what each of them earns until its end. Never more than the server will say itself.
 */
export function earnedSince(earning: Earning, passed: number): MicroUsd {
  return microUsd(fromWire(earning.current_earning) + grownSince(earning, passed))
}

/** What has come on top of the answer's figures, rounded down to the micro-dollar for each investment as the books do. */
export function grownSince({ as_of, running }: Earning, passed: number): MicroUsd {
  const from = Date.parse(as_of)
  let grown = 0n
  for (const { per_seconds_earning, ends_at } of running) {
    const seconds = Math.floor(Math.min(passed, Date.parse(ends_at) - from) / SECOND)
    if (seconds > 0) grown += (picosFromWire(per_seconds_earning) * BigInt(seconds)) / PICOS_PER_MICRO
  }
  return microUsd(grown)
}

/** Dollars with twelve decimals as the wire writes them, in pico-dollars. */
function picosFromWire(text: string): bigint {
  return BigInt(text.replace('.', ''))
}
