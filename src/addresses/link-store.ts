import { type Selectable, sql } from 'kysely'
import type { WithdrawalLink } from '#kit/database-schema.ts'
import type { Tx } from '#kit/database.ts'
import type { AddressRow } from './store.ts'

export type LinkRow = Selectable<WithdrawalLink>

export async function insertLinks(tx: Tx, rows: readonly LinkRow[]): Promise<void> {
  await tx
    .insertInto('withdrawal_link')
    .values([...rows])
    .execute()
}

/** A link with the address that it is about; of one that cancels there may be none. */
export type LinkedRow = LinkRow & Record<'network' | 'address', string> & Pick<AddressRow, 'name'>

/** The link of a token, used or not. Locks nothing. */
export async function selectLink(tx: Tx, tokenHash: string): Promise<LinkedRow | undefined> {
  const { rows } = await sql<LinkedRow>`
    SELECT link.*, coalesce(network, '') AS network, coalesce(address, '') AS address, name
    FROM withdrawal_link AS link LEFT JOIN payout_address AS entry ON entry.id = link.address_id
    WHERE link.token_hash = ${tokenHash}`.execute(tx)
  return rows[0]
}

/** Uses a link up. False if somebody else has. */
export async function markLinkUsed(tx: Tx, tokenHash: string, at: Date): Promise<boolean> {
  const used = await tx
    .updateTable('withdrawal_link')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}
