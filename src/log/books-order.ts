export type AccountPlace = { account_id: number; sequence: number }
/** What an order of transfers goes by: which entries of which accounts each of them wrote. */
export type Ordered = { id: bigint; entries: readonly AccountPlace[] }

/**
 * Transfers in an order in which the entries of every account ascend, so that each beginning of it is a state of the
 * books; otherwise by their numbers. Throws where no order is one: then the books are wrong.
 */
export function inBooksOrder<T extends Ordered>(transfers: readonly T[]): T[] {
  const byNumber = transfers.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  if (isInOrder(byNumber)) return byNumber
  const wroteAt = new Map(byNumber.flatMap((one) => one.entries.map((entry) => [placeIn(entry), one] as const)))
  const [order, under] = [new Set<T>(), new Set<T>()]
  for (const first of byNumber) {
    const open = [first]
    for (let next = open.at(-1); next !== undefined; next = open.at(-1)) {
      const before = order.has(next) ? undefined : lackingBefore(next, wroteAt, order)
      if (before === undefined) {
        order.add(next)
        under.delete(next)
        open.pop()
        continue
      }
      under.add(next)
      if (under.has(before)) throw new Error(`the transfers ${next.id} and ${before.id} each come before the other`)
      open.push(before)
    }
  }
  return [...order]
}

/** Whether every account ascends as they stand, as it nearly always does: numbers are given out under the locks of accounts. */
function isInOrder(transfers: readonly Ordered[]): boolean {
  const last = new Map<number, number>()
  for (const { entries } of transfers) {
    for (const { account_id, sequence } of entries) {
      const before = last.get(account_id)
      if (before !== undefined && sequence !== before + 1) return false
      last.set(account_id, sequence)
    }
  }
  return true
}

/** The places in accounts just before what these have written there, and not written by one of them. */
export function placesBefore(transfers: readonly Ordered[]): AccountPlace[] {
  const written = new Map<number, number[]>()
  for (const { account_id, sequence } of transfers.flatMap(({ entries }) => entries)) {
    const known = written.get(account_id)
    if (known === undefined) written.set(account_id, [sequence])
    else known.push(sequence)
  }
  return [...written].flatMap(([account_id, sequences]) => {
    const ascending = Int32Array.from(sequences).sort()
    const first = [...ascending].filter((sequence, at) => sequence > 1 && ascending[at - 1] !== sequence - 1)
    return first.map((sequence) => ({ account_id, sequence: sequence - 1 }))
  })
}

/** A transfer that has written just before this one, to one of its accounts, and has no place yet. */
function lackingBefore<T extends Ordered>(one: T, wroteAt: ReadonlyMap<string, T>, order: ReadonlySet<T>) {
  for (const { account_id, sequence } of one.entries) {
    const before = wroteAt.get(placeIn({ account_id, sequence: sequence - 1 }))
    if (before !== undefined && before !== one && !order.has(before)) return before
  }
  return undefined
}

const placeIn = ({ account_id, sequence }: AccountPlace) => `${account_id}/${sequence}`
