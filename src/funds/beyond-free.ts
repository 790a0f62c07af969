import type { Tx } from '#kit/database.ts'
import { transfersOfWallets } from '#ledger/account-postings.ts'
import { microUsd, sum, ZERO, type MicroUsd } from '#money/micro-usd.ts'
import { lesser } from '#reserve/set-apart.ts'
import { selectFree } from '#reserve/open.ts'
import { selectFreeBefore } from './months/store.ts'

/** Of the operator's own money as it was recorded, as many of the newest as are looked at. */
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

/** The same of the books as they are, of the newest hundred that were recorded. Nothing is looked up where the house is short of nothing. */
export async function takenBeyondFree(tx: Tx, walletIds: readonly string[]): Promise<BeyondFree[]> {
  const freeNow = await selectFree(tx)
  if (freeNow >= ZERO) return []
  const kinds = ['funds in', 'funds out'] as const
  const transfers = (await transfersOfWallets(tx, { walletIds, kinds, limit: LOOKED_AT })).toReversed()
  // the clock of the books counts thousandths of a second
  const free = await selectFreeBefore(
    tx,
    transfers.map(({ effective_at }) => new Date(effective_at.getTime() + 1)),
  )
  const recorded = transfers.map(({ kind, effective_at: at, entries }, place) => {
    const through = entries.find((entry) => entry.kind === 'custody')?.amount ?? ZERO
    return { at, out: kind === 'funds out' ? microUsd(-through) : ZERO, freeAfter: free[place] ?? ZERO }
  })
  return stillBeyondFree(recorded, freeNow)
}
