import type { Tx } from '#kit/database.ts'
import { type OpenTakeBack, selectIsTaken, selectTakeBack, selectTakeBackEnd } from './store.ts'

/**
 * Whether nobody else can have an e-mail address: an account has it, or somebody whose account had it can still take it
 * back. `but` is whoever may have it all the same, since it is they who can.
 */
export async function isEmailTaken(tx: Tx, email: string, now: Date, but: string | null = null): Promise<boolean> {
  return selectIsTaken(tx, email, now, but)
}

/**
 * The changes of somebody's e-mail address and phone number that can be taken back at a moment: since when, and the address
 * and number that would come back with them, null for what has not changed. Null where there are none.
 */
export async function openTakeBack(tx: Tx, userId: string, now: Date): Promise<OpenTakeBack | null> {
  return selectTakeBack(tx, userId, now)
}

/** Until when somebody can take their account back by a link, whatever that is about; undefined where they can't. */
export async function takeBackEnd(tx: Tx, userId: string, now: Date): Promise<Date | undefined> {
  return selectTakeBackEnd(tx, userId, now)
}
