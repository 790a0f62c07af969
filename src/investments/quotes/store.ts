import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import type { PaymentQuote } from '#kit/database-schema.ts'
import type { Tx } from '#kit/database.ts'
import { sendAlong } from '#kit/pipeline.ts'

/** What an investor was told to pay in the wallet's coin, and until when. */
export type QuoteRecord = Selectable<PaymentQuote>

export async function insertQuote(tx: Tx, quote: QuoteRecord): Promise<void> {
  await tx.insertInto('payment_quote').values(quote).execute()
}

/** The same, where it is within what is counted with it. */
export async function insertCountedQuote(tx: Tx, quote: QuoteRecord, counted: RawBuilder<unknown>): Promise<void> {
  const columns = sql.join(Object.keys(quote).map((column) => sql.ref(column)))
  const row = sql`INSERT INTO payment_quote (${columns}) SELECT ${sql.join(Object.values(quote))} FROM counted`
  await sendAlong(tx, 'payment_quote', row, { name: 'counted', table: 'rate_limit', query: counted })
}

/**
 * One investor's, newest first, at most `most`. By the index over investments, whatever the planner knows of them: the
 * ids are worked out before.
 */
export async function selectQuotesOf(tx: Tx, userId: string, most: number): Promise<QuoteRecord[]> {
  return tx
    .selectFrom('payment_quote')
    .selectAll()
    .where(sql<SqlBool>`investment_id = ANY (ARRAY(SELECT id FROM investment WHERE user_id = ${userId}))`)
    .orderBy('made_at', 'desc')
    .limit(most)
    .execute()
}

/** Those of an investment, newest first, at most `most`, whether they are still good or not. */
export async function selectNewestQuotes(tx: Tx, investmentId: string, most: number): Promise<QuoteRecord[]> {
  return tx
    .selectFrom('payment_quote')
    .selectAll()
    .where('investment_id', '=', investmentId)
    .orderBy('made_at', 'desc')
    .limit(most)
    .execute()
}

/** The coin that may be paid for an investment: null for dollars alone, undefined where there is no such investment. */
export async function selectCoin(tx: Tx, investmentId: string): Promise<string | null | undefined> {
  const found = await tx.selectFrom('investment').select('coin').where('id', '=', investmentId).executeTakeFirst()
  return found?.coin
}
