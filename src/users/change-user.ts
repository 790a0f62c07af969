import type { Tx } from '#kit/database.ts'
import { changeUserRow, insertUser, type NewUser, type UserRow } from './store.ts'

/** Adds a user. False if the name or the e-mail is taken; then nothing is written. */
export async function addUser(tx: Tx, row: NewUser): Promise<boolean> {
  return insertUser(tx, row)
}

/** Changes what a user's row holds. The caller holds the lock on the user. */
export async function changeUser(tx: Tx, id: string, changed: Partial<Omit<UserRow, 'id'>>): Promise<void> {
  await changeUserRow(tx, id, changed)
}
