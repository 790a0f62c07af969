import type { Tx } from '#kit/database.ts'
import { selectIsTaken, selectTakeBackUntil } from './store.ts'

/**
 * Whether nobody else can have an e-mail address: an account has it, or somebody whose account had it can still take it
 * back. `but` is whoever may have it all the same, since it is they who can.
 */
export async function isEmailTaken(tx: Tx, email: string, now: Date, but: string | null = null): Promise<boolean> {
  return selectIsTaken(tx, email, now, but)
}

/** Until when the newest change of somebody's e-mail address or phone number can be taken back; null where none can. */
export async function takeBackUntil(tx: Tx, userId: string, now: Date): Promise<Date | null> {
  return selectTakeBackUntil(tx, userId, now)
}
