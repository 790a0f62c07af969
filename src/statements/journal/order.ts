/** A transfer and the moment at which it was written: microseconds since 1970, by the database's clock. */
export type Written = { id: bigint; written: bigint }
/** A transfer stands behind another in the chain of an account. */
export type Follows = { transfer: Written; before: Written }
/** A transfer whose place is not that of its own moment: behind `anchor`, by rank. */
export type Shifted = { id: bigint; anchor: bigint; rank: number }

type Place = { anchor: Written; rank: number }

/**
 * The order of the books is that of (written, id), in which a transfer comes after all that stands before it on each of
 * its accounts, because `written` is told under their locks by a clock that goes on. Where the clock was set back, or
 * another machine took over whose clock is behind, or books were brought along, it may not. `late` are the transfers that
 * are ahead of one which they follow; this says behind which each of them goes, and those that follow it in turn
 * (`followersOf`), so that every account's sequence ascends. All others stay where they are.
 *
 * Throws where accounts contradict one another, so that there is no such order.
 */
export async function placeLate(
  late: readonly Follows[],
  followersOf: (ids: readonly bigint[]) => Promise<readonly Follows[]>,
): Promise<Shifted[]> {
  const places = new Map<bigint, Place>()
  const placeOf = (one: Written): Place => places.get(one.id) ?? { anchor: one, rank: 0 }
  let links = late
  while (links.length > 0) {
    const changed = new Set<bigint>()
    for (const { transfer, before } of links) {
      const ahead = placeOf(before)
      if (comparePlaces(placeOf(transfer), ahead) > 0) continue
      // each that is moved stands at most one rank behind another that is
      if (ahead.rank > places.size) throw new Error(`the accounts of transfer ${transfer.id} contradict one another`)
      places.set(transfer.id, { anchor: ahead.anchor, rank: ahead.rank + 1 })
      changed.add(transfer.id)
    }
    links = changed.size === 0 ? [] : await followersOf([...changed])
  }
  return [...places].map(([id, { anchor, rank }]) => ({ id, anchor: anchor.id, rank }))
}

function comparePlaces(one: Place, other: Place): number {
  if (one.anchor.written !== other.anchor.written) return one.anchor.written < other.anchor.written ? -1 : 1
  if (one.anchor.id !== other.anchor.id) return one.anchor.id < other.anchor.id ? -1 : 1
  return one.rank - other.rank
}
