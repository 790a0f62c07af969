import type { Tx } from '#kit/database.ts'
import type { User } from './contract.ts'
import {
  selectNames,
  selectOwners,
  selectUser,
  selectUserByEmail,
  selectUserByName,
  selectUsersById,
  type UserRow,
} from './store.ts'

export type { UserRow }

/** A verified user, or undefined if there is none with this id. */
export async function findUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return selectUser(tx, id)
}

/** Verified users with these ids, in no order. */
export async function findUsers(tx: Tx, ids: readonly string[]): Promise<UserRow[]> {
  return selectUsersById(tx, ids)
}

/** `email` is normalised, as it is stored. */
export async function findUserByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  return selectUserByEmail(tx, email)
}

/** Whoever has this name, however it is capitalised. */
export async function findUserByName(tx: Tx, name: string): Promise<UserRow | undefined> {
  return selectUserByName(tx, name)
}

/** The ids of all owners who can sign in. */
export async function ownersOf(tx: Tx): Promise<string[]> {
  return selectOwners(tx)
}

/** The names of users by their ids. */
export async function namesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await selectNames(tx, ids)).map(({ id, name }) => [id, name]))
}

/** A user as the wire shows them. */
export function userOnWire(row: UserRow): User {
  return {
    ...contactOf(row),
    role: row.roles.length > 0 ? 'admin' : 'normal',
    roles: row.roles,
    kyc: row.kyc,
    verified: true,
    created_at: row.created_at.toISOString(),
  }
}

/** Who somebody is and how they are reached, as the wire shows it. */
export function contactOf({ id, name, email, phone, country, picture_id }: Contact) {
  return { id, name, email, phone, country, profile: pictureAddress(picture_id) }
}
type Contact = Pick<UserRow, 'id' | 'name' | 'email' | 'phone' | 'country' | 'picture_id'>

/** Where a picture is, or empty. */
function pictureAddress(pictureId: string | null): string {
  return pictureId === null ? '' : `/api/picture/${pictureId}`
}
