import { countOf, LOCALE } from './locale.ts'

export const list = 'All notifications'
export const none = 'Nothing yet. Changes appear here.'
export const readAll = 'Mark all as read'
export const allRead = 'You have read everything.'
export const read = (title: string) => `Mark as read: ${title}`
/** Behind the title of what has not been read: before it, it would read like a part of it. */
export const fresh = 'New'
export const earlier = (count: number) => `${count.toLocaleString(LOCALE)} earlier`
export const each = (count: number) => `See all ${count.toLocaleString(LOCALE)}`
/** The state of what its investor has ended. */
export const cancelled = 'cancelled'
export const older = 'Older'
export const failed = 'The notifications could not be loaded.'

/** Many of one kind on one day: `12 withdrawals wait`. What has no words of its own is named and counted. */
export function many(title: string, count: number): string {
  const forms = kinds[title as keyof typeof kinds]
  return forms ? countOf(count, forms) : `${count.toLocaleString(LOCALE)} × ${title}`
}
const kinds = {
  'Withdrawal requested': { one: '# withdrawal waits', other: '# withdrawals wait' },
  'Withdrawal approved': { one: '# withdrawal approved', other: '# withdrawals approved' },
  'Withdrawal completed': { one: '# withdrawal paid out', other: '# withdrawals paid out' },
  'Withdrawal declined': { one: '# withdrawal declined', other: '# withdrawals declined' },
  'Withdrawal cancelled': { one: '# withdrawal cancelled', other: '# withdrawals cancelled' },
  'Investment waiting for payment': { one: '# investment waits for payment', other: '# investments wait for payment' },
  'Payment being checked': { one: '# payment is being checked', other: '# payments are being checked' },
  'Investment approved': { one: '# investment approved', other: '# investments approved' },
  'Investment completed': { one: '# investment completed', other: '# investments completed' },
  'Investment left early': { one: '# investment left early', other: '# investments left early' },
  'Investment declined': { one: '# investment declined', other: '# investments declined' },
  'Investment cancelled': { one: '# investment cancelled', other: '# investments cancelled' },
  'Investment expired': { one: '# investment expired', other: '# investments expired' },
} as const

/** Where the record is on the other side of the switch. */
export const inOtherView = {
  admin: 'Switch to admin to open it',
  investor: 'Switch to user to open it',
} as const
export const notAdministrator = 'Only administrators can open it'
