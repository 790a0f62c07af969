import { clockReadAt, type DatabaseClock } from '#kit/database-clock.ts'
import type { Tx } from '#kit/database.ts'
import { holdUserRow, lockOwnerRows, lockUserRow, lockUserRowAndClock, lockUserRows, type UserRow } from './store.ts'

export type LockedUser = Pick<UserRow, 'id' | 'name' | 'email' | 'kyc' | 'inviter_id' | 'roles'>

/** Locks a user until the transaction ends: the first lock of everything that moves their money. */
export async function lockUser(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return lockUserRow(tx, userId)
}

/** The same, and reads the database's clock once that is done, in one statement. */
export async function lockUserAndClock(
  tx: Tx,
  userId: string,
): Promise<{ user: UserRow; clock: DatabaseClock } | undefined> {
  const row = await lockUserRowAndClock(tx, userId)
  if (row === undefined) return undefined
  const { clock_now, ...user } = row
  return { user, clock: clockReadAt(clock_now) }
}

/** Keeps a user as they are until the transaction ends, side by side with others who do the same. */
export async function holdUser(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return holdUserRow(tx, userId)
}

/** Locks users, in id order, until the transaction ends. Answers their ids. */
export async function lockUsers(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  return lockUserRows(tx, userIds)
}

/** The same of those whom nobody else has locked: it waits for no one. */
export async function lockFreeUsers(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  return lockUserRows(tx, userIds, 'free')
}

/** All owners who can sign in, locked in id order. Answers their ids. */
export async function lockOwners(tx: Tx): Promise<string[]> {
  return lockOwnerRows(tx)
}
