import type { Tx } from '#kit/database.ts'
import { changeNothing, holdUserRow, type UserRow } from './store.ts'

/**
 * Waits until everything that holds the lock on a user at this moment is committed or undone: all that moves their
 * money does. For a transaction that changes nothing. 55P03 where that takes longer than 5 seconds.
 */
export async function waitForUser(tx: Tx, userId: string): Promise<void> {
  await changeNothing(tx)
  await holdUserRow(tx, userId)
}

/** Keeps a user as they are until the transaction ends, side by side with others who do the same. */
export async function holdUser(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return holdUserRow(tx, userId)
}
