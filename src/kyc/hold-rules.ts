import { HOLDS } from '#screening/rules.ts'

/** What keeps a check that waits from being approved, and what is said of it. */
export const CHECK_HOLDS = {
  erased: 'What was handed in is erased, so nobody can look at it. Reject the check.',
  expired: 'The document has expired since it was submitted. Reject the check with that reason.',
  ...HOLDS,
} as const
export type CheckHold = keyof typeof CHECK_HOLDS
