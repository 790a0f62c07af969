import type { Selectable } from 'kysely'
import type { ExitQuote } from '#kit/database-schema.ts'
import type { Tx } from '#kit/database.ts'

/** What an investor was told that leaving comes to, and until when. */
export type ExitQuoteRecord = Selectable<ExitQuote>

export async function insertExitQuote(tx: Tx, quote: ExitQuoteRecord): Promise<void> {
  await tx.insertInto('exit_quote').values(quote).execute()
}

/** The newest of an investment, whether it still holds or not. */
export async function selectNewestExitQuote(tx: Tx, investmentId: string): Promise<ExitQuoteRecord | undefined> {
  return tx
    .selectFrom('exit_quote')
    .selectAll()
    .where('investment_id', '=', investmentId)
    .orderBy('as_of', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** One of this investment's. */
export async function selectExitQuote(tx: Tx, investmentId: string, id: string): Promise<ExitQuoteRecord | undefined> {
  return tx
    .selectFrom('exit_quote')
    .selectAll()
    .where('id', '=', id)
    .where('investment_id', '=', investmentId)
    .executeTakeFirst()
}
