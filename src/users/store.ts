import { sql, type Insertable, type Selectable, type SqlBool } from 'kysely'
import { CLOCK_NOW } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import type { AppUser } from '#kit/database-schema.ts'
import type { Page } from '#lists/page.ts'
import { countPicked } from '#lists/count-picked.ts'
import type { ListCount } from '#lists/contract.ts'
import type { Listing } from '#lists/narrowing.ts'
import { inOrder, pickPage } from '#lists/pick-page.ts'
import type { PauseReason } from './contract.ts'

export type UserRow = Selectable<AppUser>
/** A user as they begin: what happens to somebody later is left out. */
export type NewUser = Insertable<AppUser>

export async function selectUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Of these, in no order. */
export async function selectUsersById(tx: Tx, ids: readonly string[]): Promise<UserRow[]> {
  return tx
    .selectFrom('app_user')
    .selectAll()
    .where(sql<SqlBool>`id = ANY(${ids}::uuid[])`)
    .execute()
}

/** Names by ids; ids of nobody are left out. */
export async function selectNames(tx: Tx, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  return tx.selectFrom('app_user').select(['id', 'name']).where('id', 'in', ids).execute()
}

/** `email` is normalised, as it is stored. */
export async function selectUserByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('app_user')
    .selectAll()
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
}

export async function selectUserByName(tx: Tx, name: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('app_user')
    .selectAll()
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
}

export async function lockUserRow(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('app_user').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** With the database's clock, read once the lock is held. */
export async function lockUserRowAndClock(tx: Tx, id: string): Promise<(UserRow & { clock_now: Date }) | undefined> {
  const row = tx.selectFrom('app_user').selectAll().where('id', '=', id).forNoKeyUpdate()
  const { rows } = await sql<UserRow & { clock_now: Date }>`
    WITH locked AS MATERIALIZED ${row} SELECT locked.*, ${CLOCK_NOW} AS clock_now FROM locked`.execute(tx)
  return rows[0]
}

/** In id order. */
export async function lockUserRows(tx: Tx, ids: readonly string[], those: 'all' | 'free' = 'all'): Promise<string[]> {
  const rows = await tx
    .selectFrom('app_user')
    .select('id')
    .where(sql<SqlBool>`id = ANY(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .$if(those === 'free', (query) => query.skipLocked())
    .execute()
  return rows.map(({ id }) => id)
}

/** Keeps the user as they are until the transaction ends, side by side with others who do the same. */
export async function holdUserRow(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('app_user').selectAll().where('id', '=', id).forShare().executeTakeFirst()
}

/** The end of this transaction need not reach the disk or a standby; and it waits for no lock longer than 5 seconds. */
export async function changeNothing(tx: Tx): Promise<void> {
  await sql`SELECT set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '5s', true)`.execute(tx)
}

/** False if the name or the e-mail is taken; then nothing is written. */
export async function insertUser(tx: Tx, row: NewUser): Promise<boolean> {
  const made = await tx
    .insertInto('app_user')
    .values(row)
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

/**
 * Makes a pause of withdrawals longer, or begins one; one that lasts longer stays as it is. One for a recovery takes the
 * place of every other, and stays one for as long as it lasts. Answers until when, undefined where nothing has changed.
 */
export async function pauseRow(
  tx: Tx,
  id: string,
  { until, reason }: { until: Date; reason: PauseReason },
): Promise<Date | undefined> {
  const recovers = sql`withdrawals_paused_for = 'recovery' AND withdrawals_paused_until > database_now()`
  const { rows } = await sql<{ until: Date }>`
    UPDATE app_user SET withdrawals_paused_until = greatest(withdrawals_paused_until, ${until}),
      withdrawals_paused_for = CASE WHEN ${recovers} THEN 'recovery' ELSE ${reason}::text END
    WHERE id = ${id} AND (withdrawals_paused_until IS NULL OR withdrawals_paused_until < ${until}
      OR (${reason}::text = 'recovery' AND withdrawals_paused_for <> 'recovery'))
    RETURNING withdrawals_paused_until AS until`.execute(tx)
  return rows[0]?.until
}

export async function changeUserRow(tx: Tx, id: string, changed: Partial<Omit<UserRow, 'id'>>): Promise<void> {
  await tx.updateTable('app_user').set(changed).where('id', '=', id).execute()
}

/** In the words of the index of those who have roles, or all users would be read. */
const IS_OWNER = sql<boolean>`roles <> '{}' AND roles @> '{owner}'`

/** All owners who can sign in, locked in id order. */
export async function lockOwnerRows(tx: Tx): Promise<string[]> {
  const rows = await owners(tx).forNoKeyUpdate().execute()
  return rows.map((row) => row.id)
}

/** All owners who can sign in, whom something is told. */
export async function selectOwners(tx: Tx): Promise<string[]> {
  const rows = await owners(tx).execute()
  return rows.map((row) => row.id)
}

function owners(tx: Tx) {
  return tx.selectFrom('app_user').select('id').where(IS_OWNER).where('blocked_at', 'is', null).orderBy('id')
}

const LISTING: Listing = {
  table: 'app_user',
  status: 'kyc',
  people: ['id'],
  named: ['name', 'email', 'phone'],
  begins: [],
}

type Those = { blocked: boolean | undefined; withRoles: boolean | undefined }

/** A page of all users, or of those who are (not) blocked, who have (no) roles. */
export async function selectUsers(
  tx: Tx,
  page: Page<UserRow['kyc']>,
  those: Those,
): Promise<{ rows: (UserRow & { signed_in_at: Date | null })[]; next_cursor: string | null }> {
  const { ids, next_cursor } = await pickPage(tx, listingOf(those), page)
  const rows = await tx
    .selectFrom('app_user')
    .leftJoin('last_sign_in', 'last_sign_in.user_id', 'app_user.id')
    .selectAll('app_user')
    .select('last_sign_in.at as signed_in_at')
    .where(sql<boolean>`app_user.id = ANY(${ids})`)
    .execute()
  return { rows: inOrder(ids, rows), next_cursor }
}

/** How many there are in all of what a page is narrowed to. */
export async function countUserList(tx: Tx, page: Page<UserRow['kyc']>, those: Those): Promise<ListCount> {
  return countPicked(tx, listingOf(those), page)
}

function listingOf({ blocked, withRoles }: Those): Listing {
  const conditions = [
    ...(blocked === undefined
      ? []
      : [blocked ? sql<boolean>`blocked_at IS NOT NULL` : sql<boolean>`blocked_at IS NULL`]),
    ...(withRoles === undefined ? [] : [withRoles ? sql<boolean>`roles <> '{}'` : sql<boolean>`roles = '{}'`]),
  ]
  const only = conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` AND `)}`
  return { ...LISTING, only }
}

/** How somebody is looked for: patterns for LIKE, in lower case. */
export type PersonSearch = {
  begins: string
  /** numbers as they are stored, and how one may end, from its last digit on */
  phones: readonly string[]
  phoneEnd: string | undefined
  ids: { first: string; last: string } | undefined
}

const FOUND = sql.raw('id, name, email, phone, kyc, blocked_at')
export type FoundRow = Pick<UserRow, 'id' | 'name' | 'email' | 'phone' | 'kyc' | 'blocked_at'>

/**
 * Those whose name begins so, then by their e-mails, phone numbers and ids, at most `most` of each kind; who is found in
 * two ways comes twice. Each way is one index in its own order.
 */
export async function selectPeopleBeginning(
  tx: Tx,
  { begins, phones, phoneEnd, ids }: PersonSearch,
  most: number,
): Promise<FoundRow[]> {
  const ways = [
    sql`lower(name) LIKE ${begins} ORDER BY lower(name) USING ~<~`,
    sql`lower(email) LIKE ${begins} ORDER BY lower(email) USING ~<~`,
    ...phones.map((phone) => sql`phone <> '' AND phone LIKE ${phone} ORDER BY phone USING ~<~`),
    ...(phoneEnd === undefined
      ? []
      : [sql`phone <> '' AND reverse(phone) LIKE ${phoneEnd} ORDER BY reverse(phone) USING ~<~`]),
    ...(ids === undefined ? [] : [sql`id BETWEEN ${ids.first} AND ${ids.last} ORDER BY id`]),
  ]
  const each = ways.map((way) => sql`(SELECT ${FOUND} FROM app_user WHERE ${way} LIMIT ${most})`)
  const { rows } = await sql<FoundRow>`${sql.join(each, sql` UNION ALL `)}`.execute(tx)
  return rows
}

/**
 * Those who have these words, or words that begin so (as `to_tsquery` takes them), in their name or before the @ of their
 * e-mail, at most `most`. Planned as if all were read, and read only so far: else the planner would go through everybody to find so few.
 */
export async function selectPeopleByWords(tx: Tx, words: string, most: number): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    WITH meant AS MATERIALIZED (
      SELECT ${FOUND} FROM app_user WHERE person_words(name, email) @@ to_tsquery('simple', ${words})
    )
    SELECT * FROM meant LIMIT ${most}`.execute(tx)
  return rows
}

/** The newest whom somebody has invited, and how many there are in all. */
export async function selectInvited(tx: Tx, inviterId: string, limit: number): Promise<(UserRow & { all: number })[]> {
  return tx
    .selectFrom('app_user')
    .selectAll()
    .select(sql<number>`count(*) OVER ()::integer`.as('all'))
    .where('inviter_id', '=', inviterId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** A user's one picture; a new one takes a new id, so that what is under an id never changes. */
export async function putPicture(
  tx: Tx,
  row: { id: string; user_id: string; image: Uint8Array; created_at: Date },
): Promise<void> {
  const { user_id: _, ...replaced } = row
  await tx
    .insertInto('picture')
    .values(row)
    .onConflict((has) => has.column('user_id').doUpdateSet(replaced))
    .execute()
}

export async function selectPicture(tx: Tx, id: string): Promise<Uint8Array | undefined> {
  const row = await tx.selectFrom('picture').select('image').where('id', '=', id).executeTakeFirst()
  return row?.image
}

/**
 * Whether nobody else can have an e-mail address: an account has it, or somebody whose account had it can still take it
 * back. `but` is whoever may have it all the same, since it is they who can.
 */
export async function selectIsTaken(tx: Tx, email: string, now: Date, but: string | null): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT EXISTS (SELECT FROM app_user WHERE lower(email) = lower(${email}))
      OR EXISTS (
        SELECT FROM contact_change
        WHERE lower(old_value) = lower(${email}) AND kind = 'email' AND confirmed_at IS NOT NULL AND undone_at IS NULL
          AND undo_until > ${now} AND user_id IS DISTINCT FROM ${but}::uuid
      ) AS taken`.execute(tx)
  return rows[0]?.taken === true
}

/** The changes of somebody's contact details that can be taken back: since when, and what would come back. */
export type OpenTakeBack = { since: Date; email: string | null; phone: string | null }

export async function selectTakeBack(tx: Tx, userId: string, now: Date): Promise<OpenTakeBack | null> {
  const { rows } = await sql<OpenTakeBack | { since: null }>`
    SELECT min(confirmed_at) AS since,
      (array_agg(old_value ORDER BY confirmed_at, id) FILTER (WHERE kind = 'email'))[1] AS email,
      (array_agg(old_value ORDER BY confirmed_at, id) FILTER (WHERE kind = 'phone'))[1] AS phone
    FROM contact_change
    WHERE user_id = ${userId} AND confirmed_at IS NOT NULL AND undone_at IS NULL AND undo_until > ${now}`.execute(tx)
  const [open] = rows
  return open === undefined || open.since === null ? null : open
}

/** The last end of the links that are good: of changes of contact details, and of first factors. */
export async function selectTakeBackEnd(tx: Tx, userId: string, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    SELECT max(until) AS until FROM (
      SELECT undo_until AS until FROM contact_change
      WHERE user_id = ${userId} AND confirmed_at IS NOT NULL AND undone_at IS NULL
      UNION ALL SELECT good_until FROM factor_take_back WHERE user_id = ${userId} AND over_at IS NULL) AS link
    WHERE until > ${now}`.execute(tx)
  return rows[0]?.until ?? undefined
}
