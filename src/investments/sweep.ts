import type { Database, Tx } from '#kit/database.ts'
import { look, transaction } from '#kit/transaction.ts'

const BATCH = 200
const FIRST = '00000000-0000-0000-0000-000000000000'
const TOO_MANY = 20

/**
 * Finds records by their state and handles each in a transaction of its own. One that fails holds up no other: what
 * failed is thrown together at the end, or after twenty, and is found again the next time.
 */
export async function sweep(
  db: Database,
  find: (tx: Tx, after: string, limit: number) => Promise<string[]>,
  handle: (tx: Tx, id: string) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  let after = FIRST
  for (;;) {
    const found = await look(db, (tx) => find(tx, after, BATCH))
    for (const id of found) {
      failures.push(...(await failureOf(transaction(db, (tx) => handle(tx, id)))))
      if (failures.length >= TOO_MANY) throw new AggregateError(failures, 'Too many records failed; the rest waits.')
    }
    const last = found.at(-1)
    if (last === undefined || found.length < BATCH) break
    after = last
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some records failed; they are tried again next time.')
}

async function failureOf(work: Promise<void>): Promise<unknown[]> {
  return work.then(
    () => [],
    (error: unknown) => [error],
  )
}
