import type { Tx } from '#kit/database.ts'
import { transfersOfWallets } from '#ledger/account-postings.ts'
import { microUsd, sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { lesser } from '#reserve/set-apart.ts'
import { selectFree } from '#reserve/open.ts'
import { selectFreeBefore } from './months/store.ts'

/** Of the operator's own money as it was recorded, as many of the newest as are looked at first. */
const LOOKED_AT = 100

/** Money of the operator's that was recorded: what went out, zero where it came in, and what was free behind it; micro-dollars. */
export type Recorded = { at: Date; out: MicroUsd; freeAfter: MicroUsd }

/** What was taken out although it was owed or set apart, and what of it still is not there; micro-dollars. */
export type BeyondFree = { at: Date; amount: MicroUsd; missing: MicroUsd }

/**
 * What still lies beyond what is free of each amount that was taken out, the oldest first. At most what the house is short
 * of; whatever makes it short of less since, in whichever way, makes good the oldest first.
 */
export function stillBeyondFree(recorded: readonly Recorded[], freeNow: MicroUsd): BeyondFree[] {
  let still: BeyondFree[] = []
  const shortOf = (free: MicroUsd) => (free < ZERO ? microUsd(-free) : ZERO)
  const madeGood = (short: MicroUsd) => {
    let less = microUsd(sum(still.map(({ missing }) => missing)) - short)
    still = still.flatMap((one) => {
      const good = less > ZERO ? lesser(one.missing, less) : ZERO
      less = microUsd(less - good)
      return good === one.missing ? [] : [{ ...one, missing: microUsd(one.missing - good) }]
    })
  }
  for (const { at, out, freeAfter } of recorded) {
    const short = shortOf(freeAfter)
    const missing = lesser(out, short)
    if (missing > ZERO) still.push({ at, amount: out, missing })
    madeGood(short)
  }
  madeGood(shortOf(freeNow))
  return still
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
      const through = entries.find((entry) => entry.kind === 'custody')?.amount ?? ZERO
      recorded.push({ at, out: kind === 'funds out' ? microUsd(-through) : ZERO, freeAfter: free[place] ?? ZERO })
    }
    if (newest.length < limit || free.some((amount) => amount >= ZERO)) return recorded.toReversed()
  }
}
