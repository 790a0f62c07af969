import { sql, type Selectable } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { IdentityClaim, ProviderEvent } from '#kit/database-schema.ts'
import type { Due } from '#kit/sweep.ts'

export type ClaimRow = Selectable<IdentityClaim>

export async function insertClaim(tx: Tx, row: ClaimRow): Promise<void> {
  await tx.insertInto('identity_claim').values(row).execute()
}

/** What somebody has begun and not submitted. */
export async function selectDraft(tx: Tx, userId: string): Promise<ClaimRow | undefined> {
  return tx
    .selectFrom('identity_claim')
    .selectAll()
    .where('user_id', '=', userId)
    .where('submitted_at', 'is', null)
    .executeTakeFirst()
}

export async function selectClaim(tx: Tx, id: string): Promise<ClaimRow | undefined> {
  return tx.selectFrom('identity_claim').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function selectFlags(tx: Tx, ids: readonly string[]): Promise<Pick<ClaimRow, 'id' | 'flags'>[]> {
  if (ids.length === 0) return []
  return tx.selectFrom('identity_claim').select(['id', 'flags']).where('id', 'in', ids).execute()
}

/** Until when the document of each of these claims is good, and whether what was handed in is erased. */
export async function selectEnds(
  tx: Tx,
  ids: readonly string[],
): Promise<Pick<ClaimRow, 'id' | 'expires_on' | 'erased_at'>[]> {
  if (ids.length === 0) return []
  return tx.selectFrom('identity_claim').select(['id', 'expires_on', 'erased_at']).where('id', 'in', ids).execute()
}

export async function changeClaim(
  tx: Tx,
  id: string,
  changed: Partial<Omit<ClaimRow, 'id' | 'user_id'>>,
): Promise<void> {
  await tx.updateTable('identity_claim').set(changed).where('id', '=', id).execute()
}

export async function deleteDraft(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('identity_claim').where('id', '=', id).execute()
}

/** Of these claims, who else has one with the same document number, of the same country or the same kind. */
export async function selectSameNumbers(
  tx: Tx,
  ids: readonly string[],
): Promise<{ claim_id: string; user_id: string }[]> {
  const { rows } = await sql<{ claim_id: string; user_id: string }>`
    SELECT own.id AS claim_id, other.user_id
    FROM identity_claim AS own
    JOIN identity_claim AS other ON other.number_hash = own.number_hash AND other.user_id <> own.user_id
    WHERE own.id = ANY(${ids}::uuid[])
    UNION
    SELECT own.id, other.user_id
    FROM identity_claim AS own
    JOIN identity_claim AS other ON other.kind_number_hash = own.kind_number_hash AND other.user_id <> own.user_id
    WHERE own.id = ANY(${ids}::uuid[]) ORDER BY 1, 2`.execute(tx)
  return rows
}

/** Claims whose number was hashed before it was with its kind. */
export async function selectUnhashed(tx: Tx, after: Due | undefined, most: number): Promise<Due[]> {
  const further = after === undefined ? sql`` : sql`AND (begun_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<Due>`
    SELECT id, begun_at::text AS at FROM identity_claim
    WHERE number_hash IS NOT NULL AND kind_number_hash IS NULL ${further} ORDER BY begun_at, id LIMIT ${most}`.execute(
    tx,
  )
  return rows
}

/** Adds such a hash, unless what it is of was erased or changed meanwhile. */
export async function addNumberHash(tx: Tx, id: string, hash: string | null): Promise<void> {
  await tx
    .updateTable('identity_claim')
    .set({ kind_number_hash: hash })
    .where('id', '=', id)
    .where('number_hash', 'is not', null)
    .where('kind_number_hash', 'is', null)
    .execute()
}

/** What serves nothing any more since before a moment, the oldest first. */
export async function selectOver(tx: Tx, before: Date, after: Due | undefined, most: number): Promise<Due[]> {
  const further = after === undefined ? sql`` : sql`AND (over_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<Due>`
    SELECT id, over_at::text AS at FROM identity_claim
    WHERE over_at < ${before} AND erased_at IS NULL ${further} ORDER BY over_at, id LIMIT ${most}`.execute(tx)
  return rows
}

/** Everything that is kept of somebody, oldest first. */
export async function selectKeptClaims(tx: Tx, userId: string): Promise<ClaimRow[]> {
  return tx
    .selectFrom('identity_claim')
    .selectAll()
    .where('user_id', '=', userId)
    .where('erased_at', 'is', null)
    .orderBy('begun_at')
    .orderBy('id')
    .execute()
}

/** Approved people whose document is good until this day at most, and who have not been asked for another. */
export async function selectExpiring(tx: Tx, until: string, after: Due | undefined, most: number): Promise<Due[]> {
  const further = after === undefined ? sql`` : sql`AND (identity_expires_on, id) > (${after.at}, ${after.id}::uuid)`
  const { rows } = await sql<Due>`
    SELECT id, identity_expires_on AS at FROM app_user
    WHERE identity_expires_on <= ${until} AND identity_asked_at IS NULL ${further}
    ORDER BY identity_expires_on, id LIMIT ${most}`.execute(tx)
  return rows
}

/** What stays of a claim that is erased: that it was there. */
export function asErased(now: Date) {
  return { details: null, number_hash: null, kind_number_hash: null, expires_on: null, over_at: null, erased_at: now }
}

/** Drafts go; of what was submitted it stays that it was. */
export async function eraseEveryClaim(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('identity_claim').where('submitted_at', 'is', null).execute()
  await tx.updateTable('identity_claim').set(asErased(now)).where('erased_at', 'is', null).execute()
}

/** The claim that a provider knows by a name of its own. */
export async function selectByReference(tx: Tx, provider: string, reference: string): Promise<ClaimRow | undefined> {
  return tx
    .selectFrom('identity_claim')
    .selectAll()
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst()
}

/** Claims that go to a provider at a time. */
const ELSEWHERE = 20

/**
 * What there is to do with a provider: checks that it has not, those that wait and it has, and those that were erased. Those
 * that it was never asked about come first, then those of longest ago: none waits for ever behind others.
 */
export async function selectElsewhere(
  tx: Tx,
  provider: string,
): Promise<Record<'toStart' | 'toFetch' | 'toErase', ClaimRow[]>> {
  const waiting = tx
    .selectFrom('identity_claim')
    .innerJoin('identity_check', 'identity_check.id', 'identity_claim.id')
    .selectAll('identity_claim')
    .where('identity_check.state', '=', 'submitted')
    .where('erased_at', 'is', null)
    .orderBy(sql`asked_at NULLS FIRST`)
    .orderBy('identity_check.submitted_at')
    .limit(ELSEWHERE)
  return {
    toStart: await waiting.where('reference', 'is', null).where(isNobodyElses(provider)).execute(),
    toFetch: await waiting.where('reference', 'is not', null).where('provider', '=', provider).execute(),
    toErase: await tx
      .selectFrom('identity_claim')
      .selectAll()
      .where('provider', '=', provider)
      .where('erased_at', 'is not', null)
      .orderBy(sql`asked_at NULLS FIRST`)
      .limit(ELSEWHERE)
      .execute(),
  }
}

const isNobodyElses = (provider: string) => sql<boolean>`(provider IS NULL OR provider = ${provider})`

/** Writes down that a provider is handed a claim. Undefined where it was erased or decided, or another provider has it. */
export async function handOver(tx: Tx, id: string, provider: string): Promise<ClaimRow | undefined> {
  return tx
    .updateTable('identity_claim')
    .set({ provider })
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .where(isNobodyElses(provider))
    .where(sql<boolean>`EXISTS (SELECT FROM identity_check WHERE id = identity_claim.id AND state = 'submitted')`)
    .returningAll()
    .executeTakeFirst()
}

/** False for an event that was taken before. */
export async function insertEvent(tx: Tx, row: Selectable<ProviderEvent>): Promise<boolean> {
  const made = await tx
    .insertInto('provider_event')
    .values(row)
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

export async function forgetEvents(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('provider_event').where('received_at', '<', before).execute()
}
