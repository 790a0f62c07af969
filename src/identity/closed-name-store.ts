import type { Tx } from '#kit/database.ts'

/** True if an account of this name was closed. */
export async function selectClosedName(tx: Tx, hash: string): Promise<boolean> {
  return (await tx.selectFrom('closed_name').select('hash').where('hash', '=', hash).executeTakeFirst()) !== undefined
}

export async function insertClosedName(tx: Tx, hash: string): Promise<void> {
  await tx.insertInto('closed_name').values({ hash }).execute()
}
