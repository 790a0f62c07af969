import type { Tx } from '#kit/database.ts'
import { useResetLinks } from './store.ts'

/** Makes all of a user's reset links void. */
export async function voidResetLinks(tx: Tx, userId: string, at: Date): Promise<void> {
  await useResetLinks(tx, userId, at)
}
