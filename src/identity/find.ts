import { hasTaken } from '#approvals/whose-step.ts'
import { leadsTo } from '#audit/read.ts'
import type { Tx } from '#kit/database.ts'
import type { Settings } from '#kit/settings.ts'
import { settingsNow } from '#settings/read.ts'
import type { User } from './contract.ts'
import { selectNames, selectNewestCheck, selectUser, type RegistrationRow, type UserRow } from './store.ts'

export type { UserRow }

/** A verified user, or undefined where there is none with this id. */
export async function findUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return selectUser(tx, id)
}

/** The names of users by their ids. */
export async function namesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await selectNames(tx, ids)).map(({ id, name }) => [id, name]))
}

/**
 * Whether nobody but this administrator answers for who a user is: they have approved the identity, or nobody has and
 * they could do so afterwards. The latter counts in every state but `off` of the setting: there is no check to be made then.
 */
export async function isAloneInKnowing(
  tx: Tx,
  administratorId: string,
  userId: string,
  defaults: Pick<Settings, 'kyc'>,
): Promise<boolean> {
  const user = await selectUser(tx, userId)
  if (user?.kyc !== 'approved') return (await settingsNow(tx, defaults)).kyc !== 'off'
  const check = await selectNewestCheck(tx, userId)
  return check !== undefined && (await hasTaken(tx, administratorId, check.id, leadsTo('approved')))
}

/** A user as the wire shows them. */
export function userOnWire(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    country: row.country,
    profile: pictureAddress(row.picture_id),
    role: row.roles.length > 0 ? 'admin' : 'normal',
    roles: row.roles,
    kyc: row.kyc,
    verified: true,
    created_at: row.created_at.toISOString(),
  }
}

/** Somebody who is not yet a user, as the wire shows them. */
export function registrantOnWire(row: RegistrationRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    country: row.country,
    profile: '',
    role: 'normal',
    roles: [],
    kyc: 'none',
    verified: false,
    created_at: row.created_at.toISOString(),
  }
}

/** Where a picture is, or empty. */
export function pictureAddress(pictureId: string | null): string {
  return pictureId === null ? '' : `/api/picture/${pictureId}`
}
