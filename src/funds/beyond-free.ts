import type { Tx } from '#kit/database.ts'
import { transfersOfWallets } from '#ledger/account-postings.ts'
import { microUsd, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { lesser } from '#reserve/set-apart.ts'
import { selectFree } from '#reserve/open.ts'
import { selectFreeBefore } from './months/store.ts'

/** Of the operator's own money as it was recorded, as many of the newest as are looked at first. */
const LOOKED_AT = 100

/** Money of the operator's that was recorded: what went out, zero where it came in, and what was free before and behind it; micro-dollars. */
export type Recorded = { at: Date; out: MicroUsd; freeBefore: MicroUsd; freeAfter: MicroUsd }

/** What was taken out although it was owed or set apart, and what of it still is not there; micro-dollars. */
export type BeyondFree = { at: Date; amount: MicroUsd; missing: MicroUsd }

const shortOf = (free: MicroUsd): MicroUsd => (free < ZERO ? microUsd(-free) : ZERO)
const fall = (from: MicroUsd, to: MicroUsd): bigint => (from > to ? from - to : 0n)

/**
 * What still lies beyond what is free of each amount that was taken out, the oldest first. Whatever makes the house short of
 * less, in whichever way, makes good the oldest first; and it is never more than what the house is short of.
 */
export function stillBeyondFree(recorded: readonly Recorded[], freeNow: MicroUsd): BeyondFree[] {
  const taken: BeyondFree[] = []
  // the oldest that is not made good, and what all lack together
  let oldest = 0
  let lacking = ZERO
  const madeGood = (amount: bigint, short: MicroUsd) => {
    const beyondShort = lacking - short
    let less = microUsd(amount > beyondShort ? amount : beyondShort)
    for (let one = taken[oldest]; one !== undefined && less > ZERO; one = taken[oldest]) {
      const good = lesser(one.missing, less)
      less = microUsd(less - good)
      lacking = microUsd(lacking - good)
      taken[oldest] = { ...one, missing: microUsd(one.missing - good) }
      if (good === one.missing) oldest += 1
    }
  }
  let last = shortOf(recorded[0]?.freeBefore ?? freeNow)
  for (const { at, out, freeBefore, freeAfter } of recorded) {
    const [before, after] = [shortOf(freeBefore), shortOf(freeAfter)]
    // what others did since the one before, and it itself
    madeGood(fall(last, before) + fall(before, after), before > after ? after : before)
    const missing = lesser(out, after)
    if (missing > ZERO) {
      taken.push({ at, amount: out, missing })
      lacking = microUsd(lacking + missing)
    }
    madeGood(0n, after)
    last = after
  }
  const now = shortOf(freeNow)
  madeGood(fall(last, now), now)
  return taken.slice(oldest)
}

/** The same of the books as they are. Nothing is looked up where the house is short of nothing. */
export async function takenBeyondFree(tx: Tx, walletIds: readonly string[]): Promise<BeyondFree[]> {
  const freeNow = await selectFree(tx)
  return freeNow >= ZERO ? [] : stillBeyondFree(await recordedSinceFree(tx, walletIds), freeNow)
}

/**
 * What was recorded since the house was last short of nothing, the oldest first: what was taken out before that is made
 * good. However much was recorded since: else small amounts would hide a large one behind them.
 */
async function recordedSinceFree(tx: Tx, walletIds: readonly string[]): Promise<Recorded[]> {
  const kinds = ['funds in', 'funds out'] as const
  const recorded: Recorded[] = []
  for (let limit = LOOKED_AT; ; limit *= 4) {
    const newest = await transfersOfWallets(tx, { walletIds, kinds, limit })
    const older = newest.slice(recorded.length)
    // the clock of the books counts thousandths of a second
    const free = await selectFreeBefore(
      tx,
      older.map(({ effective_at }) => new Date(effective_at.getTime() + 1)),
    )
    for (const [place, { kind, effective_at: at, entries }] of older.entries()) {
      const moved = (of: string) => entries.find((entry) => entry.kind === of)?.amount ?? ZERO
      const through = moved('custody')
      const next = recorded.at(-1)
      // of one and the same moment, which the books cannot tell apart, each follows from the one behind it
      const freeAfter = next?.at.getTime() === at.getTime() ? next.freeBefore : (free[place] ?? ZERO)
      // what comes into the reserve is not free, and what leaves it was not
      const freeBefore = microUsd(freeAfter - through + moved('reserve'))
      recorded.push({ at, out: kind === 'funds out' ? microUsd(-through) : ZERO, freeBefore, freeAfter })
    }
    if (newest.length < limit || free.some((amount) => amount >= ZERO)) return recorded.toReversed()
  }
}
