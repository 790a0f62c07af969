import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import { askTogether } from '#kit/pipeline.ts'
import type { PublishedTerms } from '#kit/database-schema.ts'

export type TermsRow = Selectable<PublishedTerms>

/** The newest terms that were published, or those of a version; undefined if there are none. */
export function selectTerms(tx: Tx, version?: number): Promise<TermsRow | undefined> {
  return tx
    .selectFrom('published_terms')
    .selectAll()
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type VersionRow = Omit<TermsRow, 'content'> & { published_by_name: string }

/** Every version that was published, newest first, without its text. */
export function selectVersions(tx: Tx): Promise<VersionRow[]> {
  return tx
    .selectFrom('published_terms')
    .innerJoin('app_user', 'app_user.id', 'published_terms.published_by')
    .select(['version', 'summary', 'published_at', 'published_by', 'app_user.name as published_by_name'])
    .orderBy('version', 'desc')
    .execute()
}

export async function insertTerms(tx: Tx, row: TermsRow): Promise<void> {
  await tx.insertInto('published_terms').values(row).execute()
}

/** The version that a user has yet to accept: the newest, where it is neither the one that they registered with nor accepted since. */
export async function selectOwed(tx: Tx, userId: string): Promise<number | undefined> {
  const { owed } = await askTogether(tx, { owed: owedTerms(userId) })
  return owed ?? undefined
}

/** The same, to be asked together with other questions. */
export function owedTerms(userId: string): RawBuilder<number | null> {
  return sql`SELECT version FROM published_terms AS terms
    WHERE version = (SELECT max(version) FROM published_terms)
      AND NOT EXISTS (SELECT FROM accepted_terms WHERE user_id = ${userId} AND accepted_terms.version = terms.version)
      AND NOT EXISTS (SELECT FROM app_user WHERE id = ${userId} AND terms_version = terms.version::text)`
}

/** Of these users those who have yet to accept the newest version, with that. */
export async function selectOwing(tx: Tx, userIds: readonly string[]): Promise<{ id: string; version: number }[]> {
  const { rows } = await sql<{ id: string; version: number }>`
    SELECT app_user.id, terms.version FROM app_user CROSS JOIN (SELECT max(version) AS version FROM published_terms) AS terms
    WHERE app_user.id = ANY (${userIds}::uuid[]) AND terms.version IS NOT NULL
      AND terms_version IS DISTINCT FROM terms.version::text
      AND NOT EXISTS (SELECT FROM accepted_terms WHERE user_id = app_user.id AND accepted_terms.version = terms.version)`.execute(
    tx,
  )
  return rows
}

/** What a user has accepted and when, newest first; what they registered with stands at the end. */
export async function selectAccepted(tx: Tx, userId: string): Promise<{ version: string; at: Date }[]> {
  const { rows } = await sql<{ version: string; at: Date }>`
    SELECT version::text, accepted_at AS at, version AS place FROM accepted_terms WHERE user_id = ${userId}
    UNION ALL
    SELECT terms_version, terms_accepted_at, 0 FROM app_user WHERE id = ${userId}
    ORDER BY place DESC`.execute(tx)
  return rows
}

/** Keeps that a user has accepted a version; false if they have already. */
export async function insertAccepted(
  tx: Tx,
  row: { user_id: string; version: number; accepted_at: Date },
): Promise<boolean> {
  const done = await tx
    .insertInto('accepted_terms')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}
