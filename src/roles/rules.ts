import type { User } from '#users/contract.ts'

/** How long an invitation to roles is good. */

/** What each role may do, in words. */
export const ROLES: readonly { role: User['roles'][number]; words: string }[] = [
  { role: 'owner', words: 'everything, and gives and takes roles' },
  { role: 'reviewer', words: 'approves, declines, edits and moves money' },
  { role: 'support', words: 'sees everything, cannot move money' },
]
