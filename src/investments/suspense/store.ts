import { type RawBuilder, sql, type Selectable, type SqlBool } from 'kysely'
import type { SuspenseRefund } from '#kit/database-schema.ts'
import type { Tx } from '#kit/database.ts'
import { askTogether } from '#kit/pipeline.ts'
import { ZERO, type MicroUsd } from '#money/micro-usd.ts'
import {
  type InvestmentRecord,
  listed,
  type ListedInvestment,
  USED_BY_OTHERS,
  wholeInvestments,
} from '#investments/store.ts'

const UNIQUE_VIOLATION = '23505'

/** The principal of each that its own money stands for, as `takenFromOwn` counts it. */
const TAKEN_FROM_OWN = sql<MicroUsd>`CASE
  WHEN investment.status IN ('approved', 'completed') AND source = 'payment' AND from_suspense IS NULL
  THEN least(amount, received - refunded) ELSE 0 END`

/** What other running and completed investments use of the money that came in for one. */
export async function usedOf(tx: Tx, id: string): Promise<MicroUsd> {
  const row = await tx
    .selectFrom('investment')
    .select(sql<MicroUsd | null>`sum(amount)::bigint`.as('used'))
    .where('from_suspense', '=', id)
    .where('status', 'in', ['approved', 'completed'])
    .executeTakeFirst()
  return row?.used ?? ZERO
}

/** False if the transaction id belongs to another payment: the transaction is of no more use then. */
export async function insertRefund(tx: Tx, refund: Selectable<SuspenseRefund>): Promise<boolean> {
  try {
    await tx.insertInto('suspense_refund').values(refund).execute()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return false
    throw error
  }
}

/** Those of whose money some is still held in suspense, oldest first; at one wallet of one investor where said. */
export async function selectHeld(
  tx: Tx,
  { of, limit }: { of?: { userId: string; walletId: string }; limit: number },
): Promise<ListedInvestment[]> {
  let query = listed(tx)
    .where('received', '>', ZERO)
    .where(sql<SqlBool>`received - refunded > ${TAKEN_FROM_OWN} + ${USED_BY_OTHERS}`)
    .orderBy('investment.created_at')
    .orderBy('investment.id')
    .limit(limit)
  if (of !== undefined) query = query.where('user_id', '=', of.userId).where('wallet_id', '=', of.walletId)
  return query.execute()
}

/** New money of these investors that waits to be approved, oldest first. */
export async function selectAwaited(tx: Tx, userIds: readonly string[]): Promise<InvestmentRecord[]> {
  if (userIds.length === 0) return []
  return wholeInvestments(tx)
    .where(sql<SqlBool>`user_id = ANY(${userIds}::uuid[])`)
    .where('status', 'in', ['pending', 'waiting approval'])
    .where('source', '=', 'payment')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** To which addresses this investor has ever been told to pay, each with its network. */
export async function selectPaymentAddresses(tx: Tx, userId: string): Promise<PaymentAddress[]> {
  const { addresses } = await askTogether(tx, { addresses: paymentAddresses(userId) })
  return addresses
}

type PaymentAddress = { wallet_address: string; network: string }

/** The same, to be asked together with other questions. */
export function paymentAddresses(userId: string): RawBuilder<PaymentAddress[]> {
  return sql`SELECT coalesce(jsonb_agg(each), '[]')
    FROM (SELECT DISTINCT wallet_address, network FROM investment WHERE user_id = ${userId}) AS each`
}
