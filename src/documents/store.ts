import { sql, type Selectable } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { DocumentKey, SealedDocument } from '#kit/database-schema.ts'
import type { DocumentSide } from './contract.ts'

export type KeptDocument = Pick<Selectable<SealedDocument>, 'kind' | 'created_at'>

/** The fingerprint of the master key that wraps what is new. */
export async function selectMaster(tx: Tx): Promise<string | undefined> {
  const row = await tx.selectFrom('document_master').select('id').where('in_force', '=', true).executeTakeFirst()
  return row?.id
}

/** False where there is one in force already. */
export async function insertMaster(tx: Tx, id: string, madeAt: Date): Promise<boolean> {
  const made = await tx
    .insertInto('document_master')
    .values({ id, in_force: true, made_at: madeAt })
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

export async function insertKey(tx: Tx, row: Selectable<DocumentKey>): Promise<void> {
  await tx.insertInto('document_key').values(row).execute()
}

export async function selectKey(tx: Tx, userId: string): Promise<Selectable<DocumentKey> | undefined> {
  return tx.selectFrom('document_key').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export async function deleteKey(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('document_key').where('user_id', '=', userId).execute()
}

/** One picture of each side: another takes its place. */
export async function putSealed(tx: Tx, row: Selectable<SealedDocument>): Promise<void> {
  const { sealed, sent_hash, created_at } = row
  await tx
    .insertInto('sealed_document')
    .values(row)
    .onConflict((taken) => taken.columns(['claim_id', 'kind']).doUpdateSet({ sealed, sent_hash, created_at }))
    .execute()
}

export async function selectSealed(
  tx: Tx,
  claimId: string,
  kind: DocumentSide,
): Promise<Pick<Selectable<SealedDocument>, 'user_id' | 'sealed'> | undefined> {
  return tx
    .selectFrom('sealed_document')
    .select(['user_id', 'sealed'])
    .where('claim_id', '=', claimId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** Which pictures there are of a claim, without them, in no order. */
export async function selectKinds(tx: Tx, claimId: string): Promise<KeptDocument[]> {
  return tx.selectFrom('sealed_document').select(['kind', 'created_at']).where('claim_id', '=', claimId).execute()
}

export async function deleteSealed(tx: Tx, claimId: string, kind?: DocumentSide): Promise<void> {
  let which = tx.deleteFrom('sealed_document').where('claim_id', '=', claimId)
  if (kind !== undefined) which = which.where('kind', '=', kind)
  await which.execute()
}

/** Of these claims, who else has sent the very same file. */
export async function selectSameFiles(
  tx: Tx,
  claimIds: readonly string[],
): Promise<{ claim_id: string; kind: DocumentSide; user_id: string }[]> {
  const { rows } = await sql<{ claim_id: string; kind: DocumentSide; user_id: string }>`
    SELECT DISTINCT own.claim_id, own.kind, other.user_id
    FROM sealed_document AS own
    JOIN sealed_document AS other ON other.sent_hash = own.sent_hash AND other.user_id <> own.user_id
    WHERE own.claim_id = ANY(${claimIds}::uuid[]) ORDER BY 1, 2, 3`.execute(tx)
  return rows
}

/** Lets another master key wrap what is new; those before stay for as long as anything is wrapped with them. */
export async function putMasterInForce(tx: Tx, id: string, madeAt: Date): Promise<void> {
  await tx.updateTable('document_master').set({ in_force: null }).where('id', '<>', id).execute()
  await tx
    .insertInto('document_master')
    .values({ id, in_force: true, made_at: madeAt })
    .onConflict((known) => known.column('id').doUpdateSet({ in_force: true }))
    .execute()
}

/** Locks keys that are wrapped by another master key than this, of one at a time: by the index, past none that is done. */
export async function lockOldKeys(tx: Tx, master: string, most: number): Promise<Selectable<DocumentKey>[]> {
  const { rows } = await sql<Selectable<DocumentKey>>`
    SELECT * FROM document_key
    WHERE master = coalesce(
      (SELECT min(master) FROM document_key WHERE master < ${master}),
      (SELECT min(master) FROM document_key WHERE master > ${master})
    )
    ORDER BY master, user_id LIMIT ${most} FOR UPDATE`.execute(tx)
  return rows
}

export async function changeWrap(
  tx: Tx,
  userId: string,
  changed: { master: string; wrapped: Uint8Array },
): Promise<void> {
  await tx.updateTable('document_key').set(changed).where('user_id', '=', userId).execute()
}

/** Removes every other master key. The database refuses it while one of them wraps anything. */
export async function deleteOtherMasters(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('document_master').where('id', '<>', id).execute()
}

/** Removes all that is sealed, every person's key, and the master keys. */
export async function deleteEverySealed(tx: Tx): Promise<void> {
  await tx.deleteFrom('sealed_document').execute()
  await tx.deleteFrom('document_key').execute()
  await tx.deleteFrom('document_master').execute()
}
