import type { Tx } from '#kit/database.ts'
import { changeNothing, holdUserRow } from './store.ts'

/**
 * Waits until everything that holds the lock on a user at this moment is committed or undone: all that moves their
 * money does. For a transaction that changes nothing. 55P03 where that takes longer than 5 seconds.
 */
export async function waitForUser(tx: Tx, userId: string): Promise<void> {
  await changeNothing(tx)
  await holdUserRow(tx, userId)
}
