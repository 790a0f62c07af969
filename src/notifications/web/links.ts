import type { Notification } from '#notifications/contract.ts'
import { LOG_RESTARTED } from '#notifications/title-rules.ts'
import { archiveTitle } from '#texts/archive-title.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** The record that a notification is about, and in which view it opens; where none is kept with it, its screen. */
export function placeOf({ data: { icon, title }, subject }: Notification) {
  if (title === archiveTitle) return { view: 'both', link: { to: '/security', search: {} } } as const
  if (title === LOG_RESTARTED) return { view: 'both', link: { to: '/books', search: {} } } as const
  if (icon === 'approval' || subject?.kind === 'user') return { view: 'admin', link: deskLinkOf(subject) } as const
  if (icon === 'security') return { view: 'both', link: { to: '/profile', search: {} } } as const
  return { view: 'investor', link: ownLinkOf(icon, subject?.id) } as const
}

function ownLinkOf(icon: string, id: string | undefined) {
  const search = id === undefined ? {} : { panel: 'details', of: id }
  switch (icon) {
    case 'investment':
      return { to: '/investment', search } as const
    case 'withdrawal':
      return { to: '/withdrawal', search } as const
    case 'referral':
      return { to: '/referral', search } as const
    case 'identity':
      return { to: '/kyc', search: {} } as const
    default:
      return { to: '/dashboard', search: { panel: 'story', of: id } } as const
  }
}

function deskLinkOf(subject: Notification['subject']) {
  if (subject === null) return { to: '/dashboard', search: {} } as const
  const { kind, id } = subject
  switch (kind) {
    case 'investment':
      return { to: '/admin-investments', search: { panel: kind, of: id } } as const
    case 'withdrawal':
      return { to: '/admin-withdrawals', search: { panel: kind, of: id } } as const
    case 'referral':
      return { to: '/admin-referrals', search: { panel: kind, of: id } } as const
    case 'funds':
    case 'alarm':
      return { to: '/admin-funds', search: {} } as const
    case 'wallet':
      return { to: '/wallets', search: {} } as const
    case 'plan':
      return { to: '/plans', search: {} } as const
    case 'mailing':
      return { to: '/admin-mail', search: {} } as const
    case 'screening list':
      return { to: '/list-users', search: { tab: 'lists' } } as const
    case 'setting':
      return { to: '/admin-settings', search: UUID.test(id) ? {} : { panel: 'setting', of: id } } as const
    case 'user':
    case 'invitation':
      if (kind === 'user' && UUID.test(id)) {
        return { to: '/view-account/$userId', params: { userId: id }, search: {} } as const
      }
      return { to: '/list-users', search: { tab: 'administrators' } } as const
    // no administrator is told of these as one
    case 'balance':
    case 'identity check':
      return { to: '/dashboard', search: {} } as const
  }
}
