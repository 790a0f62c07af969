import type { Database, Tx } from './database.ts'
import { Failures } from './failures.ts'
import { readTransaction, OutcomeUnknown, transaction } from './transaction.ts'
import { isLostConnection } from './try-again.ts'

const BATCH = 200

/** What is due and since when, in the database's own words: together they are its place in the order of what is due. */
export type Due = { id: string; at: string }

/** What a sweep finds, and how it is handled. */
export type SweepWork = {
  /** The first of what is due, or what comes after one, in that order. */
  find(tx: Tx, after: Due | undefined, limit: number): Promise<Due[]>
  /** Handles one, or at most `together`, in one transaction; looks at each again under its lock. */
  handle(tx: Tx, ids: readonly string[]): Promise<void>
  /** How many go into one transaction. */
  together: number
  /** How many are found at once: 200, where it says nothing. */
  found?: number
  /** How many transactions run at a time. Each takes a connection that requests may be waiting for. */
  sideBySide: number
}

/** Records that are handled each in a transaction of its own, a few side by side. */
export function oneByOne(find: SweepWork['find'], handle: (tx: Tx, id: string) => Promise<void>): SweepWork {
  const each = async (tx: Tx, ids: readonly string[]) => {
    for (const id of ids) await handle(tx, id)
  }
  return { find, handle: each, together: 1, sideBySide: 4 }
}

/**
 * Finds records by their state and handles them. However many fail, they hold up no other: what was handled together
 * with one that fails is handled again one by one. What failed is thrown together at the end, and found again the next
 * time. Stops where the database is away, and after what is in hand when it is told to.
 */
export async function sweep(db: Database, work: SweepWork, stopping?: AbortSignal): Promise<void> {
  const failures = new Failures()
  let lost: unknown
  const mayGoOn = () => lost === undefined && stopping?.aborted !== true

  /** Whether it was done; the error is kept where nothing smaller can be tried. */
  const isDone = async (ids: readonly string[]): Promise<boolean> => {
    try {
      await transaction(db, (tx) => work.handle(tx, ids))
      return true
    } catch (error) {
      if (isLostConnection(error) || error instanceof OutcomeUnknown) lost = error
      else if (ids.length === 1) failures.add(ids.join(), error)
      return false
    }
  }
  const handleFrom = async (queue: string[][]): Promise<void> => {
    for (let ids = queue.shift(); ids !== undefined && mayGoOn(); ids = queue.shift()) {
      if ((await isDone(ids)) || ids.length === 1) continue
      queue.unshift(...ids.map((id) => [id]))
    }
  }

  const { found: most = BATCH } = work
  let after: Due | undefined
  do {
    const from = after
    const found = await readTransaction(db, (tx) => work.find(tx, from, most))
    const queue = inChunks([...new Set(found.map(({ id }) => id))], work.together)
    await Promise.all(Array.from({ length: work.sideBySide }, () => handleFrom(queue)))
    after = found.length < most ? undefined : found.at(-1)
  } while (after !== undefined && mayGoOn())
  if (lost !== undefined) throw lost
  failures.throwTogether()
}

function inChunks(ids: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ids.slice(n * size, (n + 1) * size))
}
