/** What is kept of a user besides money, for the copy of their own data. */
import { type Selectable, sql } from 'kysely'
import type { DB } from '#kit/database-schema.ts'
import type { Tx } from '#kit/database.ts'

/** The user as the house keeps them, without what opens the account. */
export async function selectKeptUser(tx: Tx, userId: string) {
  return tx
    .selectFrom('app_user')
    .leftJoin('app_user as inviter', 'inviter.id', 'app_user.inviter_id')
    .leftJoin('last_sign_in', 'last_sign_in.user_id', 'app_user.id')
    .select([
      'app_user.id',
      'app_user.name',
      'app_user.email',
      'app_user.phone',
      'app_user.country',
      'app_user.roles',
      'app_user.kyc',
      'app_user.identity_expires_on',
      'app_user.picture_id',
      'app_user.created_at',
      'app_user.password_set_at',
      'app_user.reset_sent_at',
      'app_user.terms_version',
      'app_user.terms_accepted_at',
      'inviter.name as invited_by',
      'last_sign_in.at as signed_in_at',
    ])
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** What is kept of each of these, and the time by which the newest come first. */
const LISTS = {
  /** Where and when the user was signed in. */
  session: {
    columns: ['created_at', 'seen_at', 'expires_at', 'ended_at', 'address', 'user_agent'],
    at: 'created_at',
  },
  /** The networks and devices that the user is known by. */
  known_place: { columns: ['place', 'name', 'seen_at'], at: 'seen_at' },
  identity_check: {
    columns: ['id', 'state', 'reason', 'reason_code', 'submitted_at', 'decided_at'],
    at: 'submitted_at',
  },
  /** Where they have their money paid out to. */
  payout_address: {
    columns: [
      'id',
      'network',
      'address',
      'name',
      'created_at',
      'confirmed_at',
      'usable_at',
      'removed_at',
      'distrusted_at',
    ],
    at: 'created_at',
  },
  /** How they were reached before, and what they wanted instead. */
  contact_change: {
    columns: ['kind', 'old_value', 'new_value', 'created_at', 'confirmed_at', 'undone_at'],
    at: 'created_at',
  },
  /** Their requests for help with lost second factors. */
  factor_help: { columns: ['state', 'note', 'asked_at', 'started_at', 'ends_at', 'over_at'], at: 'asked_at' },
  /** What the user was told. */
  notification: {
    columns: ['id', 'title', 'bold_value', 'status_text', 'subject_kind', 'subject_id', 'created_at', 'read_at'],
    at: 'created_at',
  },
  /** Devices that asked to be told, without what a message to them is sealed with. */
  push_subscription: { columns: ['created_at', 'closed_at', 'failed_at'], at: 'created_at' },
  /** What an administrator has narrowed lists to, under names of their own. */
  saved_filter: { columns: ['list', 'name', 'search', 'created_at'], at: 'created_at' },
} as const

type KeptRow<List extends keyof typeof LISTS> = Pick<
  Selectable<DB[List]>,
  Extract<(typeof LISTS)[List]['columns'][number], keyof Selectable<DB[List]>>
>

/** The newest so many of a user's, newest first. */
export async function selectKept<List extends keyof typeof LISTS>(
  tx: Tx,
  list: List,
  userId: string,
  most: number,
): Promise<KeptRow<List>[]> {
  const { columns, at } = LISTS[list]
  const { rows } = await sql<KeptRow<List>>`
    SELECT ${sql.join(columns.map((column) => sql.ref(column)))} FROM ${sql.table(list)}
    WHERE user_id = ${userId} ORDER BY ${sql.ref(at)} DESC LIMIT ${most}`.execute(tx)
  return rows
}
