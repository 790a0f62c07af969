/** What strangers ask of an address, kept until it is answered where nobody waits: requests for links, wrong passwords. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { GuessingReport, ResetRequest } from '#kit/database-schema.ts'
import { wrongSignInIsDue } from './wrong-sign-in-store.ts'

type ResetRequestRow = Selectable<ResetRequest>

/** Whether a request for a link is unanswered, or there are wrong passwords that nobody has been told of by now. */
export function strangersWait(now: Date): RawBuilder<boolean> {
  return sql`EXISTS (SELECT FROM reset_request) OR EXISTS (SELECT FROM guessing_report) OR ${wrongSignInIsDue(now)}`
}

export async function insertResetRequest(tx: Tx, row: ResetRequestRow): Promise<void> {
  await tx.insertInto('reset_request').values(row).execute()
}

/** Takes the oldest request away, to be answered in this transaction. None if another process is just at it. */
export async function takeResetRequest(tx: Tx): Promise<ResetRequestRow | undefined> {
  return tx
    .deleteFrom('reset_request')
    .where('id', '=', (of) => of.selectFrom('reset_request').select('id').orderBy('id').limit(1))
    .returningAll()
    .executeTakeFirst()
}

export async function insertGuessingReport(tx: Tx, row: Selectable<GuessingReport>): Promise<void> {
  await tx.insertInto('guessing_report').values(row).execute()
}

/** Takes the oldest report away, to be answered in this transaction. None if another process is just at it. */
export async function takeGuessingReport(tx: Tx): Promise<Selectable<GuessingReport> | undefined> {
  return tx
    .deleteFrom('guessing_report')
    .where('id', '=', (of) => of.selectFrom('guessing_report').select('id').orderBy('id').limit(1))
    .returningAll()
    .executeTakeFirst()
}
