import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/database.ts'
import { documentKeysOf } from '#kit/document-key.ts'
import { insertMaster, selectMaster } from './store.ts'

/** The first process leaves its key's fingerprint. Throws a sentence where this one does not have the key in force. */
export async function ensureMaster(tx: Tx, clock: Clock): Promise<void> {
  const keys = documentKeysOf(tx)
  const [newest] = keys.all()
  if (newest === undefined) throw new Error('there is no document key')
  const known = await selectMaster(tx)
  if (known === undefined && (await insertMaster(tx, newest.id, clock.now()))) return
  const inForce = known ?? (await selectMaster(tx)) ?? ''
  if (keys.find(inForce) !== undefined) return
  throw new Error(
    'this database goes with another document key. Every process of one database has the same DOCUMENT_KEY, or the same ' +
      'file named document-key in its DATA_DIR: put it back. Where it is lost, what people handed in for their identity ' +
      'checks cannot be opened any more; npm run rotate-document-key -- --lost erases that and brings a new key.',
  )
}
