import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { Approval } from '#kit/database-schema.ts'

/** What says of a withdrawal that it was paid. */
export const SAYS_PAID = sql<SqlBool>`(kind = 'update withdrawal' AND changes @> '[{"field": "status", "after": "completed"}]')`

/**
 * The newest request that says of a withdrawal that it was paid, by indexes alone. What was taken back says nothing, and
 * leaves what was said before it. One that was made of an earlier version than this counts no more once an administrator
 * has decided since: paid or declined it, or set it back to pending.
 */
const newestOf = (withdrawal: { id: RawBuilder<string>; version: RawBuilder<number> }) => sql`
  FROM approval WHERE subject_id = ${withdrawal.id} AND ${SAYS_PAID} AND state <> 'withdrawn'
    AND (version = ${withdrawal.version} OR NOT EXISTS (
      SELECT FROM decision WHERE decision.subject_id = ${withdrawal.id} AND decided_at > approval.asked_at
        AND to_status <> 'approved'))
  ORDER BY state = 'waiting' DESC, asked_at DESC LIMIT 1`

/** Locks that request, and answers where it stands. */
export async function lockSaidPaid(
  tx: Tx,
  { id, version }: { id: string; version: number },
): Promise<Selectable<Approval>['state'] | undefined> {
  const newest = newestOf({ id: sql`${id}`, version: sql`${version}` })
  const { rows } = await sql<
    Pick<Selectable<Approval>, 'state'>
  >`SELECT state ${newest} FOR UPDATE OF approval`.execute(tx)
  return rows[0]?.state
}

/** What an administrator has said of the payment of a withdrawal; `id` is that of the request. */
export type Unconfirmed = { withdrawal_id: string; id: string; by: string; at: Date; txid: string | null }

/** Of which of these withdrawals that request has ended and nobody has decided it, with what it says. Locks nothing. */
export async function selectUnconfirmed(
  tx: Tx,
  withdrawals: readonly { id: string; version: number }[],
): Promise<Unconfirmed[]> {
  const newest = newestOf({ id: sql`withdrawal.id`, version: sql`withdrawal.at_version` })
  const { rows } = await sql<Unconfirmed>`
    SELECT withdrawal.id AS withdrawal_id, said.id, app_user.name AS by, said.asked_at AS at, said.input->>'txid' AS txid
    FROM unnest(${withdrawals.map(({ id }) => id)}::uuid[], ${withdrawals.map(({ version }) => version)}::integer[])
      AS withdrawal (id, at_version)
    CROSS JOIN LATERAL (SELECT approval.id, state, asked_by, asked_at, input ${newest}) AS said
    JOIN app_user ON app_user.id = said.asked_by
    WHERE said.state = 'expired'`.execute(tx)
  return rows
}
