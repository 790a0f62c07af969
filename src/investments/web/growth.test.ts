import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { earnedBy, earnedSince, endOf, grownSince, type RunningEarnings } from '#investments/rules.ts'
import { fromWire, microUsd, sum, toWire } from '#money/micro-usd.ts'
import { percent, percentToWire } from '#money/percent.ts'
import { whileSeen } from '#ui/now.ts'

const BEGAN = new Date('2026-11-01T12:00:00.000Z')
const DAY = 86_400_000

type Run = { amount: bigint; daily: bigint; duration: number; startedBefore: number }

/** What the server answers for some investments at a moment. */
function answer(runs: readonly Run[], asOf: Date): RunningEarnings {
  const running = runs.map(termsOf).filter(({ began_at, duration }) => endOf(began_at, duration) > asOf)
  return {
    as_of: asOf.toISOString(),
    current_earning: toWire(sum(runs.map((run) => earnedBy(termsOf(run), asOf)))),
    running: running.map(({ amount, daily_roi, began_at, duration }) => ({
      amount: toWire(amount),
      daily_roi: percentToWire(daily_roi),
      began_at: began_at.toISOString(),
      ends_at: endOf(began_at, duration).toISOString(),
    })),
  }
}

function termsOf({ amount, daily, duration, startedBefore }: Run) {
  const began_at = new Date(BEGAN.getTime() - startedBefore)
  return { amount: microUsd(amount), daily_roi: percent(daily), duration, began_at }
}

const aRun: fc.Arbitrary<Run> = fc.record({
  amount: fc.bigInt({ min: 1_000_000n, max: 10n ** 13n }),
  daily: fc.bigInt({ min: 1n, max: 50_000n }),
  duration: fc.integer({ min: 1, max: 90 }),
  startedBefore: fc.integer({ min: 0, max: 95 * DAY }),
})

/** What the server would say of them then. */
const saidBy = (runs: readonly Run[], at: Date) => sum(runs.map((run) => earnedBy(termsOf(run), at)))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page that can be hidden, and a clock that only moves when it is told to. */
function aPage() {
  const page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
  vi.useFakeTimers({ now: 1_800_000_000_123 })
  return (hidden: boolean) => {
    page.hidden = hidden
    page.dispatchEvent(new Event('visibilitychange'))
  }
}

/** The counter as the screens run it: what it shows, each time that it writes. */
function count(earning: RunningEarnings) {
  const shown: bigint[] = []
  const answeredAt = Date.now()
  const stop = whileSeen(() => shown.push(earnedSince(earning, Date.now() - answeredAt)), 1000)
  return { shown, stop }
}

test('500.00 at 0.4 % a day has earned exactly 2.00 a day after the answer', () => {
  const earning = answer([{ amount: 500_000_000n, daily: 4000n, duration: 14, startedBefore: 0 }], BEGAN)
  expect(earning.current_earning).toBe('0.00')
  expect(earnedSince(earning, DAY)).toBe(fromWire('2.00'))
})

test('it grows by whole seconds', () => {
  const earning = answer([{ amount: 500_000_000n, daily: 4000n, duration: 14, startedBefore: 0 }], BEGAN)
  expect(earnedSince(earning, 999)).toBe(0n)
  expect(earnedSince(earning, 1000)).toBe(23n)
  expect(earnedSince(earning, 1999)).toBe(23n)
})

test('after 1,000 seconds of ticking it is what the server says, to the micro-dollar, also at each tick', () => {
  fc.assert(
    fc.property(aRun, (run) => {
      aPage()
      const { shown, stop } = count(answer([run], BEGAN))
      vi.advanceTimersByTime(1_000_000)
      stop()
      const said = shown.map((_, second) => saidBy([run], new Date(BEGAN.getTime() + second * 1000)))
      expect(shown).toHaveLength(1001)
      expect(shown).toEqual(said)
      vi.useRealTimers()
    }),
    { numRuns: 50 },
  )
})

test('after an hour in the background it is right at once, and it did not tick there', () => {
  const hide = aPage()
  const runs = [
    { amount: 500_000_000n, daily: 4000n, duration: 14, startedBefore: 12_345 },
    { amount: 777_770_000n, daily: 13_337n, duration: 1, startedBefore: DAY - 1_800_500 },
  ]
  const { shown, stop } = count(answer(runs, BEGAN))
  hide(true)
  vi.advanceTimersByTime(3_600_000)
  expect(shown).toHaveLength(1)
  hide(false)
  expect(shown.at(-1)).toBe(saidBy(runs, new Date(BEGAN.getTime() + 3_600_000)))
  stop()
})

test('each investment stops at its own end', () => {
  const short = { amount: 100_000_000n, daily: 10_000n, duration: 1, startedBefore: 0 }
  const long = { ...short, duration: 30 }
  const earning = answer([short, long], BEGAN)
  expect(grownSince(earning, 2 * DAY)).toBe(fromWire('3.00'))
  expect(grownSince(earning, 40 * DAY)).toBe(fromWire('31.00'))
  expect(grownSince(earning, 90 * DAY)).toBe(fromWire('31.00'))
})

test('nothing grows where nothing runs, nor before the answer', () => {
  const earning = answer([{ amount: 100_000_000n, daily: 10_000n, duration: 1, startedBefore: 2 * DAY }], BEGAN)
  expect(earning.running).toEqual([])
  expect(grownSince(earning, 5 * DAY)).toBe(0n)
  expect(earnedSince(answer([], BEGAN), 5 * DAY)).toBe(0n)
  const running = answer([{ amount: 100_000_000n, daily: 10_000n, duration: 9, startedBefore: 0 }], BEGAN)
  expect(grownSince(running, -5000)).toBe(0n)
})

test('whatever runs, and whenever the answer came, it is what the server will say', () => {
  fc.assert(
    fc.property(
      fc.array(aRun, { maxLength: 6 }),
      fc.integer({ min: 0, max: DAY }),
      fc.integer({ min: 0, max: 95 * DAY }),
      (runs, answeredAfter, passed) => {
        const answered = new Date(BEGAN.getTime() + answeredAfter)
        const shown = earnedSince(answer(runs, answered), passed)
        expect(shown).toBe(saidBy(runs, new Date(answered.getTime() + passed)))
      },
    ),
    { numRuns: 500 },
  )
})
