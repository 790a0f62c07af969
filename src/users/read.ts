import type { Tx } from '#kit/database.ts'
import { refuse } from '#kit/refusal.ts'
import type { ListCount } from '#lists/contract.ts'
import { readPage, type ListPageQuery } from '#lists/page.ts'
import { balancesByOwner } from '#ledger/balances.ts'
import { sum, toWire, ZERO } from '#money/micro-usd.ts'
import type { KycState, UserInList } from './contract.ts'
import { contactOf, type UserRow } from './find.ts'
import { countUserList, selectInvited, selectPicture, selectUser, selectUsers } from './store.ts'

const KYC_STATES: readonly KycState[] = ['none', 'submitted', 'approved', 'rejected']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Who has no accounts has nothing on them. */
const NOTHING = { earnings: ZERO, referral: ZERO, bonus: ZERO, invested: ZERO }

type UserListQuery = ListPageQuery & { blocked?: 'yes' | 'no' | undefined; roles?: 'yes' | 'no' | undefined }

/**
 * Users for the desk, in pages; `status` is a state of the identity check, `blocked` whether they can sign in, `roles`
 * whether they are administrators. 422 for anything that cannot be read.
 */
export async function listUsers(
  tx: Tx,
  asked: UserListQuery,
): Promise<{ items: UserInList[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await selectUsers(tx, readPage(asked, KYC_STATES), thoseOf(asked))
  const kinds = ['earnings', 'referral', 'bonus', 'invested'] as const
  const balances = await balancesByOwner(
    tx,
    rows.map(({ id }) => id),
    kinds,
  )
  const items = rows.map((row) => {
    const { earnings, referral, bonus, invested } = balances.get(row.id) ?? NOTHING
    return {
      ...listedUser(row),
      balance: toWire(sum([earnings, referral, bonus])),
      invested: toWire(invested),
      signed_in_at: row.signed_in_at?.toISOString() ?? null,
    }
  })
  return { items, next_cursor }
}

/** How many there are in all, of what the pages are asked for. 422 for anything that cannot be read. */
export async function countListedUsers(tx: Tx, asked: Omit<UserListQuery, 'limit'>): Promise<ListCount> {
  return countUserList(tx, readPage({ ...asked, limit: 0 }, KYC_STATES), thoseOf(asked))
}

function thoseOf({ blocked, roles }: Pick<UserListQuery, 'blocked' | 'roles'>) {
  return { blocked: blocked && blocked === 'yes', withRoles: roles && roles === 'yes' }
}

/** A user as administrators see them. `enc_copy` is the health of the credential: nobody ever sees a password. */
export function listedUser(row: UserRow) {
  return {
    ...contactOf(row),
    enc_copy: credentialHealth(row),
    credential_at: credentialSince(row).toISOString(),
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
export function credentialHealth(row: Credential): string {
  if (row.reset_required) return 'Reset required'
  const since = credentialSince(row)
  return `${since === row.reset_sent_at ? 'Reset link sent' : 'Protected · set'} ${dayInWords(since)}`
}

type Credential = Pick<UserRow, 'password_set_at' | 'reset_required' | 'reset_sent_at'>

/** The moment of which these words are: when a link was sent that has set no password yet, else when the last was set. */
function credentialSince({ reset_sent_at, password_set_at }: Credential): Date {
  return reset_sent_at !== null && reset_sent_at > password_set_at ? reset_sent_at : password_set_at
}

function dayInWords(at: Date): string {
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}
