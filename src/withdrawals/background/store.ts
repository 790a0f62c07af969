import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Status } from '#kit/wire.ts'
import { THROUGH_CUSTODY } from '#ledger/rules.ts'
import type { MicroUsd } from '#money/micro-usd.ts'

export type LifetimeRow = {
  paid_in: MicroUsd
  refunded: MicroUsd
  paid_out: MicroUsd
  first_id: string | null
  first_at: Date | null
}

/**
 * What has moved through the payment wallets for one investor's records, ever. An investment whose money was corrected
 * away is not the first. The records first and then their transfers, each by its index, daily earnings left out.
 */
export async function selectLifetime(tx: Tx, userId: string): Promise<LifetimeRow> {
  const { rows } = await sql<LifetimeRow>`
    WITH own AS MATERIALIZED (
      SELECT 'investment'::record_kind AS kind, id FROM investment WHERE user_id = ${userId}
      UNION ALL SELECT 'withdrawal'::record_kind, id FROM withdrawal WHERE user_id = ${userId}
    ), moved AS MATERIALIZED (
      SELECT own.kind, own.id, through.kind = 'investment refunded' AS refund, through.effective_at, custody.amount
      FROM own, LATERAL (
        SELECT id, kind, effective_at FROM transfer
        WHERE reference_id = own.id AND reference_kind = own.kind AND kind = ANY(${THROUGH_CUSTODY}) OFFSET 0
      ) AS through, LATERAL (
        SELECT sum(amount) AS amount FROM entry
        WHERE transfer_id = through.id AND account_id = ANY(ARRAY(SELECT id FROM account WHERE kind = 'custody'))
      ) AS custody
      WHERE custody.amount IS NOT NULL
    ), came AS (
      SELECT id, min(effective_at) FILTER (WHERE amount > 0) AS at FROM moved
      WHERE kind = 'investment' AND NOT refund GROUP BY id HAVING sum(amount) > 0
    )
    SELECT coalesce(sum(amount) FILTER (WHERE kind = 'investment' AND NOT refund), 0) AS paid_in,
      coalesce(-sum(amount) FILTER (WHERE refund), 0) AS refunded,
      coalesce(-sum(amount) FILTER (WHERE kind = 'withdrawal'), 0) AS paid_out,
      (SELECT id FROM came ORDER BY at, id LIMIT 1) AS first_id, (SELECT min(at) FROM came) AS first_at
    FROM moved`.execute(tx)
  const [moved] = rows
  if (moved === undefined) throw new Error('a sum without an answer')
  return moved
}

export type OwnAddressRow = {
  network: string
  address: string
  status: Status
  count: number
  amount: MicroUsd
  first_at: Date
}

/** An investor's withdrawals but this one, by address and state. */
export async function selectOwnAddresses(tx: Tx, userId: string, butNot: string): Promise<OwnAddressRow[]> {
  const { rows } = await sql<OwnAddressRow>`
    SELECT network, wallet_address AS address, status, count(*)::integer AS count, sum(amount) AS amount,
      min(created_at) AS first_at
    FROM withdrawal WHERE user_id = ${userId} AND id <> ${butNot} GROUP BY 1, 2, 3`.execute(tx)
  return rows
}

export type AddressUseRow = {
  user_id: string
  name: string
  email: string
  network: string
  address: string
  count: number
  paid: number
  latest_kind: 'withdrawal' | 'investment'
  latest_id: string
  latest_at: Date
}

/** What others have asked to be paid, or were sent back, at addresses that stand so in lower case; by person and address. */
export async function selectUsesByOthers(
  tx: Tx,
  { spellings, butNot }: { spellings: readonly string[]; butNot: string },
): Promise<AddressUseRow[]> {
  const { rows } = await sql<AddressUseRow>`
    WITH used AS MATERIALIZED (
      SELECT user_id, 'withdrawal' AS kind, id, network, wallet_address AS address,
        status = 'completed' AS paid, created_at
      FROM withdrawal WHERE lower(wallet_address) = ANY(${spellings}) AND user_id <> ${butNot}
    ), returned AS MATERIALIZED (
      SELECT user_id, 'investment' AS kind, investment_id AS id, address, created_at
      FROM suspense_refund WHERE address IS NOT NULL AND lower(address) = ANY(${spellings}) AND user_id <> ${butNot}
    ), one AS (
      SELECT user_id, kind, id, address, paid, created_at, network FROM used
      UNION ALL
      SELECT user_id, kind, id, address, true, created_at,
        (SELECT network FROM investment WHERE investment.id = returned.id) FROM returned
    ), person AS (
      SELECT user_id, network, address, count(*)::integer AS count, (count(*) FILTER (WHERE paid))::integer AS paid,
        (array_agg(kind ORDER BY created_at DESC, id DESC))[1] AS latest_kind,
        (array_agg(id ORDER BY created_at DESC, id DESC))[1] AS latest_id, max(created_at) AS latest_at
      FROM one GROUP BY 1, 2, 3
    )
    SELECT person.*, app_user.name, app_user.email FROM person, LATERAL (
      SELECT name, email FROM app_user WHERE app_user.id = person.user_id LIMIT 1
    ) AS app_user
    ORDER BY latest_at DESC, user_id`.execute(tx)
  return rows
}

/**
 * When an investor last signed in on a device that was not known of them while another place of theirs was; null where
 * that never was, or was before it was kept.
 */
export async function selectNewestDevice(tx: Tx, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT max(first_seen_at) AS at FROM known_place AS device
    WHERE user_id = ${userId} AND place LIKE 'device/%' AND EXISTS (
      SELECT FROM known_place AS earlier
      WHERE earlier.user_id = device.user_id AND coalesce(earlier.first_seen_at, '-infinity') < device.first_seen_at
    )`.execute(tx)
  return rows[0]?.at ?? null
}
