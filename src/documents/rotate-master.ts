import type { Clock } from '#kit/clock.ts'
import type { Database, Tx } from '#kit/database.ts'
import type { MasterKey } from '#kit/document-key.ts'
import { transaction } from '#kit/transaction.ts'
import { rewrap } from './person-key.ts'
import {
  changeWrap,
  deleteEverySealed,
  deleteOtherMasters,
  lockOldKeys,
  putMasterInForce,
  selectMaster,
} from './store.ts'

/** People whose keys are wrapped anew in one transaction. */
const BATCH = 100
const STILL_USED = '23503'

/** The fingerprint of the master key in force; undefined before the first start. */
export async function masterInForce(tx: Tx): Promise<string | undefined> {
  return selectMaster(tx)
}

/**
 * Wraps every person's key by the newest of these master keys, as the owner of the tables, and removes the others from the
 * database. What is sealed with a person's key stays as it is. Meanwhile keys of both kinds open; broken off, it goes on
 * where it was. Answers how many there were to wrap.
 */
export async function rotateMaster(
  db: Database,
  clock: Clock,
  keys: readonly MasterKey[],
  { wrapped = () => {}, batch = BATCH }: { wrapped?: (sum: number) => void; batch?: number } = {},
): Promise<number> {
  const [newest] = keys
  if (newest === undefined) throw new Error('there is no document key')
  await transaction(db, (tx) => putMasterInForce(tx, newest.id, clock.now()))
  let sum = 0
  for (;;) {
    const done = await transaction(db, (tx) => rewrapSome(tx, keys, newest, batch))
    sum += done
    if (done > 0) wrapped(sum)
    else if (await removeOthers(db, newest)) return sum
  }
}

async function rewrapSome(tx: Tx, keys: readonly MasterKey[], newest: MasterKey, batch: number): Promise<number> {
  const rows = await lockOldKeys(tx, newest.id, batch)
  for (const row of rows) {
    const from = keys.find(({ id }) => id === row.master)
    if (from === undefined) throw new Error('the key before is not here: put it behind the new one.')
    await changeWrap(tx, row.user_id, { master: newest.id, wrapped: rewrap(row, from, newest) })
  }
  return rows.length
}

/** False where somebody's key was made under the one before meanwhile. */
async function removeOthers(db: Database, { id }: MasterKey): Promise<boolean> {
  try {
    await transaction(db, (tx) => deleteOtherMasters(tx, id))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === STILL_USED) return false
    throw error
  }
}

/** Gives up all that is sealed, because its master key is lost: the next start brings another. */
export async function forgetSealed(tx: Tx): Promise<void> {
  await deleteEverySealed(tx)
}
