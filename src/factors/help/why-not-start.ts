import type { UserRow } from '#users/find.ts'
import type { HelpRow, Pictures } from './store.ts'

type Asked = { state: HelpRow['state']; user: Pick<UserRow, 'roles' | 'kyc'>; pictures: Pictures }

/** Why the wait of a request cannot be begun by whoever looked at these pictures, with what to do; null where it can. */
export function whyNotStart({ state, user, pictures: { kept, seen } }: Asked): string | null {
  if (state !== 'open') return 'The wait has begun already.'
  if (user.roles.includes('owner')) return 'An owner is helped on the machine itself: npm run owner -- reset-factors.'
  if (kept === 0) {
    return user.kyc === 'approved'
      ? 'No picture of their identity check is kept anymore, so nobody can recognize them. Refuse it.'
      : 'Their identity check isn’t approved, so nobody can recognize them. Refuse it.'
  }
  return seen < kept
    ? 'Look at every picture of their approved identity check first. You have not since they asked.'
    : null
}
