import type { Tx } from '#kit/database.ts'
import { holdUserRow, lockOwnerRows, lockUserRow, lockUserRows, type UserRow } from './store.ts'

export type LockedUser = Pick<UserRow, 'id' | 'name' | 'email' | 'kyc' | 'inviter_id' | 'roles'>

/** Locks a user until the transaction ends: the first lock of everything that moves their money. */
export async function lockUser(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return lockUserRow(tx, userId)
}

/** Keeps a user as they are until the transaction ends, side by side with others who do the same. */
export async function holdUser(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return holdUserRow(tx, userId)
}

/** Locks users, in id order, until the transaction ends. */
export async function lockUsers(tx: Tx, userIds: readonly string[]): Promise<void> {
  await lockUserRows(tx, userIds)
}

/** All owners who can sign in, locked in id order. Answers their ids. */
export async function lockOwners(tx: Tx): Promise<string[]> {
  return lockOwnerRows(tx)
}
