import type { Database, Tx } from '#kit/database.ts'
import { isLostConnection, look, transaction } from '#kit/transaction.ts'

const BATCH = 200
const FIRST = '00000000-0000-0000-0000-000000000000'
const MOST_TOLD = 20

/**
 * Finds records by their state and handles each in a transaction of its own. However many fail, they hold up no other:
 * what failed is thrown together at the end, and found again the next time. Stops where the database is away, and after
 * the record in hand when it is told to.
 */
export async function sweep(
  db: Database,
  find: (tx: Tx, after: string, limit: number) => Promise<string[]>,
  handle: (tx: Tx, id: string) => Promise<void>,
  stopping?: AbortSignal,
): Promise<void> {
  const told: unknown[] = []
  let failed = 0
  let after: string | undefined = FIRST
  while (after !== undefined) {
    const from: string = after
    const found = await look(db, (tx) => find(tx, from, BATCH))
    for (const id of found) {
      if (stopping?.aborted === true) return
      try {
        await transaction(db, (tx) => handle(tx, id))
      } catch (error) {
        if (isLostConnection(error)) throw error
        failed += 1
        if (told.length < MOST_TOLD) told.push(error)
      }
    }
    after = found.length < BATCH ? undefined : found.at(-1)
  }
  if (failed > 0) throw new AggregateError(told, `${failed} records failed; they are tried again next time.`)
}
