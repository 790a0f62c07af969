import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { PayoutAddress } from '#kit/database-schema.ts'
import type { Tx } from '#kit/database.ts'

export type AddressRow = Selectable<PayoutAddress>

/** An entry as a question answers it, in JSON: times are texts. */
export type KeptAddress = Pick<AddressRow, 'id' | 'network' | 'address' | 'name'> & {
  created_at: string
  usable_at: string
  confirmed_at: string | null
}

/** An investor's addresses, oldest first, to be asked together with other questions. */
export function addressesOf(userId: string): RawBuilder<KeptAddress[]> {
  return sql`
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'network', network, 'address', address, 'name', name,
      'created_at', created_at, 'usable_at', usable_at, 'confirmed_at', confirmed_at) ORDER BY created_at, id), '[]')
    FROM payout_address WHERE user_id = ${userId} AND removed_at IS NULL`
}

export async function insertAddress(tx: Tx, row: AddressRow): Promise<void> {
  await tx.insertInto('payout_address').values(row).execute()
}

/** One of the investor's own that is still kept. The caller holds the lock on the investor. */
export async function selectAddress(tx: Tx, userId: string, id: string): Promise<AddressRow | undefined> {
  return tx
    .selectFrom('payout_address')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** All that an investor has ever had in the book. */
export async function selectAllAddresses(tx: Tx, userId: string): Promise<AddressRow[]> {
  return tx.selectFrom('payout_address').selectAll().where('user_id', '=', userId).execute()
}

export async function changeAddress(
  tx: Tx,
  id: string,
  changed: Partial<Pick<AddressRow, 'name' | 'confirmed_at' | 'usable_at' | 'removed_at'>>,
): Promise<void> {
  await tx.updateTable('payout_address').set(changed).where('id', '=', id).execute()
}

/**
 * Those that were added or confirmed since a moment, or wait for it, also what somebody has removed before; where nothing
 * was asked of one, it settled at once. Answers how many were kept until then.
 */
export async function distrustSince(tx: Tx, userId: string, since: Date, at: Date): Promise<number> {
  const { rows } = await sql<{ was_kept: boolean }>`
    UPDATE payout_address SET removed_at = coalesce(removed_at, ${at}), distrusted_at = ${at}
    WHERE user_id = ${userId} AND distrusted_at IS NULL AND (created_at >= ${since} OR confirmed_at >= ${since}
      OR (confirmed_at IS NULL AND usable_at > created_at))
    RETURNING removed_at = ${at} AS was_kept`.execute(tx)
  return rows.filter((row) => row.was_kept).length
}

/** Those that were confirmed since a moment, or have not settled at another, confirmed or not. Not where nothing was asked. */
export async function settleLater(
  tx: Tx,
  userId: string,
  { since, now, until }: Record<'since' | 'now' | 'until', Date>,
): Promise<void> {
  await sql`
    UPDATE payout_address SET usable_at = ${until}
    WHERE user_id = ${userId} AND removed_at IS NULL AND usable_at < ${until}
      AND ((confirmed_at IS NULL AND usable_at > created_at) OR confirmed_at >= ${since} OR usable_at > ${now})`.execute(
    tx,
  )
}

/** Lets an entry settle at a moment that had settled at once, because nothing was asked of it. */
export async function settleFrom(tx: Tx, id: string, until: Date): Promise<void> {
  await sql`UPDATE payout_address SET usable_at = ${until} WHERE id = ${id} AND usable_at <= created_at`.execute(tx)
}

/** When an entry was confirmed, when it has settled, and when it was removed, by a recovery too. */
export async function selectHold(
  tx: Tx,
  id: string,
): Promise<Pick<AddressRow, 'confirmed_at' | 'usable_at' | 'removed_at' | 'distrusted_at'> | undefined> {
  return tx
    .selectFrom('payout_address')
    .select(['confirmed_at', 'usable_at', 'removed_at', 'distrusted_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Whether a withdrawal that waits to be reviewed waits for this entry. */
export async function isAwaited(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('withdrawal')
    .select('id')
    .where('user_id', '=', userId)
    .where('address_id', '=', id)
    .where('status', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
