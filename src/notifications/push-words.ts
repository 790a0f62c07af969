import { PRODUCT } from '#mail/letter.ts'
import type { SubjectKind } from './contract.ts'
import type { NotificationContent } from './notification-content.ts'

/** What a lock screen shows of a notification, and the path that it opens. No amounts: lock screens are public. */
export type PushWords = { title: string; content: string; path: string }

const RECORDS = {
  investment: { name: 'investment', path: '/investment', matter: ['approved', 'declined', 'completed'] },
  withdrawal: { name: 'withdrawal', path: '/withdrawal', matter: ['approved', 'declined', 'completed'] },
  referral: { name: 'referral bonus', path: '/referral', matter: ['approved'] },
} as const

/** What has happened, where the state that a record is in then says something else. */
const HAPPENED: ReadonlyMap<string, string> = new Map([
  ['Investment corrected', 'corrected'],
  ['Investment expired', 'not marked as paid in time'],
  ['Investment cancelled', 'cancelled'],
  ['Investment reinvested', 'reinvested'],
  ['Investment reinvested at its end', 'reinvested'],
  ['Withdrawal corrected', 'corrected'],
  ['Withdrawal cancelled', 'cancelled'],
])

/** The words of a notification that matters away from the screen; undefined for all others. */
export function pushWordsOf(
  { icon, title, status_text }: NotificationContent,
  about?: SubjectKind,
): PushWords | undefined {
  if (about === 'alarm')
    return { title: 'An alarm about the books', content: 'Your email says what it is.', path: '/admin-funds' }
  if (icon === 'balance')
    return {
      title: 'Your balance was changed',
      content: `Open ${PRODUCT} to see what changed.`,
      path: '/dashboard',
    }
  if (icon === 'security' && title === 'Wrong passwords') {
    return {
      title: 'Somebody is trying passwords for your account',
      content: 'Nobody got in. Your email says what you can do.',
      path: '/profile',
    }
  }
  if (icon === 'security' && title === 'Wrong codes') {
    return {
      title: 'Somebody may know your password',
      content: 'Nobody got further. Your email says what you can do.',
      path: '/profile',
    }
  }
  if (icon === 'security' && title === 'Lost second factor' && /^(help requested|wait started)$/.test(status_text)) {
    return {
      title: 'Somebody says your second factor is lost',
      content: 'If it was not you, stop it with the link in your email.',
      path: '/profile',
    }
  }
  if (icon === 'security' && title === 'New device') {
    return {
      title: 'Somebody signed in on a new device',
      content: `If it was not you, open ${PRODUCT} now.`,
      path: '/profile',
    }
  }
  if (icon === 'security' && title === 'Withdrawals') {
    return {
      title: `Withdrawals are ${status_text}`,
      content: `Something that your account is known by was changed. If this surprises you, open ${PRODUCT} now.`,
      path: '/withdrawal',
    }
  }
  if (icon === 'security' && title === 'Your roles') {
    return {
      title: 'Your roles were changed',
      content: `If this surprises you, open ${PRODUCT} now.`,
      path: '/profile',
    }
  }
  if (icon === 'security') {
    return {
      title: 'Your sign-in has changed',
      content: `${title}: ${status_text}. If this surprises you, open ${PRODUCT} now.`,
      path: '/profile',
    }
  }
  if (icon === 'identity' || icon === 'approval') return undefined
  const { name, path, matter } = RECORDS[icon]
  const content = `Open ${PRODUCT} to see it.`
  // its status is the reason
  if (title === 'Investment not reinvested') return { title: 'Your investment was not reinvested', content, path }
  // the same, in somebody's own words
  if (title === 'Money refunded') return { title: 'Money was paid back to you', content, path }
  if (!(matter as readonly string[]).includes(status_text)) return undefined
  return { title: `Your ${name} was ${HAPPENED.get(title) ?? status_text}`, content, path }
}
