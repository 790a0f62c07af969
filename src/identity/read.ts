import { pageOf, readCursor, readPage, type PageAsked } from '#kit/page.ts'
import type { Waiting, WaitsFor } from '#kit/pick-page.ts'
import { refuse } from '#kit/refusal.ts'
import type { Tx } from '#kit/database.ts'
import type { Administrator } from '#kit/actor.ts'
import type { Clock } from '#kit/clock.ts'
import type { KycState, Note, RoleInvitation } from './contract.ts'
import { pictureAddress, type UserRow } from './find.ts'
import {
  countWaitingChecks,
  selectInvited,
  selectNewestCheck,
  selectNotes,
  selectOpenInvitations,
  selectPicture,
  selectUser,
  selectUsers,
  selectWaitingChecks,
} from './store.ts'

const KYC_STATES: readonly KycState[] = ['none', 'submitted', 'approved', 'rejected']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type UsersAsked = PageAsked & { blocked?: 'yes' | 'no' | undefined; roles?: 'yes' | 'no' | undefined }

/**
 * Users for the desk, in pages; `status` is a state of the identity check, `blocked` whether they can sign in, `roles`
 * whether they are administrators. 422 for what cannot be read.
 */
export async function listUsers(
  tx: Tx,
  asked: UsersAsked,
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
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    country: row.country,
    profile: pictureAddress(row.picture_id),
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

/** Where a user's identity check stands, with what came of the newest review. */
export async function kycOf(
  tx: Tx,
  userId: string,
): Promise<{ state: KycState; reason: string | null; submitted_at: string | null }> {
  const [user, check] = [await selectUser(tx, userId), await selectNewestCheck(tx, userId)]
  return {
    state: user?.kyc ?? 'none',
    reason: check?.reason ?? null,
    submitted_at: check?.submitted_at.toISOString() ?? null,
  }
}

/** Identity checks that wait for a decision, newest first. */
export async function waitingChecks(tx: Tx) {
  const checks = await selectWaitingChecks(tx)
  return checks.map((check) => ({
    id: check.id,
    state: check.state,
    reason: check.reason,
    submitted_at: check.submitted_at.toISOString(),
    user: { id: check.user_id, name: check.user_name, email: check.user_email },
  }))
}

/** How many of them there are. */
export async function waitingCheckCount(tx: Tx, who: WaitsFor): Promise<Waiting> {
  return countWaitingChecks(tx, who)
}

/** What administrators have written down of a user, newest first. 403: nobody reads what is about themselves. */
export async function notesOn(
  tx: Tx,
  asker: Administrator,
  userId: string,
  asked: { cursor?: string | undefined; limit: number },
): Promise<{ items: Note[]; next_cursor: string | null }> {
  if (userId === asker.userId) refuse('not allowed', 'Nobody reads the notes on themselves.')
  if ((await selectUser(tx, userId)) === undefined) refuse('not found', 'There is no such user.')
  const { limit } = asked
  const { rows, next_cursor } = pageOf(await selectNotes(tx, userId, { after: readCursor(asked.cursor), limit }), limit)
  const items = rows.map(({ id, text, author_id, author, created_at }) => ({
    id,
    text,
    author: { id: author_id, name: author },
    created_at: created_at.toISOString(),
  }))
  return { items, next_cursor }
}

/** Invitations to roles that can still be accepted, newest first. */
export async function openInvitations(tx: Tx, clock: Clock): Promise<RoleInvitation[]> {
  const invitations = await selectOpenInvitations(tx, clock.now())
  return invitations.map(({ id, email, roles, reason, invited_by, inviter, created_at, expires_at }) => ({
    ...{ id, email, roles, reason },
    invited_by: { id: invited_by, name: inviter },
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }))
}

/** A profile picture, webp; 404 where there is none. */
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
