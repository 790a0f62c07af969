import type { Tx } from '#kit/database.ts'
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

/** Who approved the identity of a user; null where it is not approved. */
export async function whoApprovedIdentity(tx: Tx, userId: string): Promise<string | null> {
  const check = await selectNewestCheck(tx, userId)
  return check?.state === 'approved' ? check.decided_by : null
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
