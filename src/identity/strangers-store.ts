/** What strangers ask of an address, kept until it is answered where nobody waits: requests for links, wrong passwords. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { GuessingReport, ResetRequest } from '#kit/database-schema.ts'

type ResetRequestRow = Selectable<ResetRequest>

/** Whether anybody has asked for a link who has no answer. */
export function resetIsAskedFor(): RawBuilder<boolean> {
  return sql`EXISTS (SELECT FROM reset_request)`
}

/** Whether wrong passwords are written down of which nobody has been told. */
export function guessingIsReported(): RawBuilder<boolean> {
  return sql`EXISTS (SELECT FROM guessing_report)`
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
