import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import { readPage, type ListPageQuery } from '#lists/page.ts'
import type { KycState } from './contract.ts'
import { contactOf, type UserRow } from './find.ts'
import { selectInvited, selectPicture, selectUser, selectUsers } from './store.ts'

const KYC_STATES: readonly KycState[] = ['none', 'submitted', 'approved', 'rejected']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type UserListQuery = ListPageQuery & { blocked?: 'yes' | 'no' | undefined; roles?: 'yes' | 'no' | undefined }

/**
 * Users for the desk, in pages; `status` is a state of the identity check, `blocked` whether they can sign in, `roles`
 * whether they are administrators. 422 for anything that cannot be read.
 */
export async function listUsers(
  tx: Tx,
  asked: UserListQuery,
): Promise<{ items: ReturnType<typeof listedUser>[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await selectUsers(tx, readPage(asked, KYC_STATES), {
    blocked: asked.blocked && asked.blocked === 'yes',
    withRoles: asked.roles && asked.roles === 'yes',
  })
  return { items: rows.map(listedUser), next_cursor }
}

/** A user as administrators see them. `enc_copy` is the health of the credential: nobody ever sees a password. */
export function listedUser(row: UserRow) {
  return {
    ...contactOf(row),
    enc_copy: credentialHealth(row),
    kyc: row.kyc,
    roles: row.roles,
    blocked: row.blocked_at === null ? null : { at: row.blocked_at.toISOString(), reason: row.blocked_reason ?? '' },
    created_at: row.created_at.toISOString(),
  }
}

/** Who invited a user, and whom the user invited: how many, and the newest `limit` of them. */
export async function invitationsOf(tx: Tx, user: Pick<UserRow, 'id' | 'inviter_id'>, limit: number) {
  const inviter = user.inviter_id === null ? undefined : await selectUser(tx, user.inviter_id)
  const invited = await selectInvited(tx, user.id, limit)
  return {
    inviter: inviter === undefined ? null : personOf(inviter),
    invited: {
      count: invited[0]?.all ?? 0,
      newest: invited.map((row) => ({ ...personOf(row), created_at: row.created_at.toISOString() })),
    },
  }
}

function personOf({ id, name, email }: UserRow) {
  return { id, name, email }
}

/** A profile picture, webp; 404 if there is none. */
export async function pictureOf(tx: Tx, id: string): Promise<Uint8Array> {
  return (await selectPicture(tx, id)) ?? refuse('not found', 'There is no such picture.')
}

/**
 * How a user's credential stands, in words with the day in UTC: `Reset required`, `Reset link sent 20 Nov 2026`
 * (by an administrator, and no password set since) or `Protected · set 12 Nov 2026`.
 */
export function credentialHealth(row: Pick<UserRow, 'password_set_at' | 'reset_required' | 'reset_sent_at'>): string {
  if (row.reset_required) return 'Reset required'
  if (row.reset_sent_at !== null && row.reset_sent_at > row.password_set_at) {
    return `Reset link sent ${dayInWords(row.reset_sent_at)}`
  }
  return `Protected · set ${dayInWords(row.password_set_at)}`
}

function dayInWords(at: Date): string {
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}
