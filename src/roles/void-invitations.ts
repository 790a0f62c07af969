import type { Tx } from '#kit/database.ts'
import { withdrawInvitations } from './store.ts'

/** Makes the invitations void that somebody sent, asked for or agreed to. */
export async function voidInvitationsOf(tx: Tx, userId: string, at: Date): Promise<void> {
  await withdrawInvitations(tx, { of: userId }, at)
}
