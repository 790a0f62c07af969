import { refuse } from '#kit/refusal.ts'
import { blockedWords } from '#mail/templates.ts'
import type { UserRow } from '#users/find.ts'

/** 403 for whoever has proved who they are and is blocked, or has to choose a new password first. */
export function refuseSignIn(user: Pick<UserRow, 'blocked_at' | 'blocked_reason' | 'reset_required'>): void {
  if (user.blocked_at !== null) refuse('not allowed', blockedWords(user.blocked_reason ?? ''))
  if (!user.reset_required) return
  refuse('not allowed', 'Your password has to be reset before you can sign in. Choose Forgot Password? to get a link.')
}
