import type { Database } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { changeKeys, lockOutdated } from './keys-store.ts'
import { KEYS_MADE, keysOf } from './names/name-keys.ts'

/** Rows of one transaction: some tenths of a second. */
const PIECE = 500

/**
 * Gives what was imported or found before keys were made as they are now their new ones, a piece at a time: those of other
 * processes are left to them.
 */
export async function makeKeysAgain(db: Database, stopping?: AbortSignal): Promise<void> {
  for (let found = 1; found > 0 && stopping?.aborted !== true;) {
    found = await transaction(db, async (tx) => {
      const [keptIn, rows] = await lockOutdated(tx, KEYS_MADE, PIECE)
      const made = rows.map(({ id, names }) => ({ id, keys: [...new Set(names.flatMap(keysOf))] }))
      if (made.length > 0) await changeKeys(tx, keptIn, KEYS_MADE, made)
      return made.length
    })
  }
}
