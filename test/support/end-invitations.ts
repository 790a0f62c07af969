import type { resetPassword } from '#identity/reset-password.ts'
import { voidInvitationsOf } from '#roles/void-invitations.ts'

/** What ends where a password is chosen by a link, for slices that know of nothing but invitations. */
export const endInvitations: Parameters<typeof resetPassword>[4] = (tx, clock, _actor, { id }) =>
  voidInvitationsOf(tx, id, clock.now())
