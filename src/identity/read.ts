import { containing, pageOf, readCursor, type PageAsked } from '#kit/page.ts'
import { refuse, refuseField } from '#kit/refusal.ts'
import type { Tx } from '#kit/database.ts'
import type { KycState } from './contract.ts'
import { pictureAddress, type UserRow } from './find.ts'
import { selectNewestCheck, selectPicture, selectUser, selectUsers, selectWaitingChecks } from './store.ts'

const KYC_STATES: readonly KycState[] = ['none', 'submitted', 'approved', 'rejected']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Users for the desk, newest first; `q` looks in name, e-mail, phone and id, `status` is a state of the identity check. */
export async function listUsers(
  tx: Tx,
  asked: PageAsked,
): Promise<{ items: ReturnType<typeof listedUser>[]; next_cursor: string | null }> {
  const kyc = readKycState(asked.status)
  const found = await selectUsers(tx, {
    after: readCursor(asked.cursor),
    like: containing(asked.q),
    kyc,
    limit: asked.limit,
  })
  const { rows, next_cursor } = pageOf(found, asked.limit)
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
    created_at: row.created_at.toISOString(),
  }
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

/** A profile picture, webp; 404 where there is none. */
export async function pictureOf(tx: Tx, id: string): Promise<Uint8Array> {
  return (await selectPicture(tx, id)) ?? refuse('not found', 'There is no such picture.')
}

/**
 * How a user's credential stands, in words with the day in UTC: `Reset required`, `Reset link sent 20 Nov 2026`
 * (by an administrator, and no password set since) or `Protected · set 12 Nov 2026 · no second factor`.
 */
export function credentialHealth(row: Pick<UserRow, 'password_set_at' | 'reset_required' | 'reset_sent_at'>): string {
  if (row.reset_required) return 'Reset required'
  if (row.reset_sent_at !== null && row.reset_sent_at > row.password_set_at) {
    return `Reset link sent ${dayInWords(row.reset_sent_at)}`
  }
  return `Protected · set ${dayInWords(row.password_set_at)} · no second factor`
}

function dayInWords(at: Date): string {
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}

function readKycState(text: string | undefined): KycState | undefined {
  if (text === undefined || text === '') return undefined
  const state = KYC_STATES.find((known) => known === text)
  return state ?? refuseField('status', `The status may be ${KYC_STATES.join(', ')}.`)
}
