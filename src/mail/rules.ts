import type { Segment } from './contract.ts'

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
const CONTROL = /\p{Cc}/u

/** How long what a mail or a text message carries is good for: it says so, and whoever makes it goes by it. */
export const CODE_MINUTES = 10
export const CODE_TRIES = 5
export const RESET_MINUTES = 30
export const UNDO_HOURS = 72
export const INVITATION_DAYS = 7

/**
 * Whether this is exactly one e-mail address that mail can be sent to: RFC 5321's dot-string at a domain of two
 * labels or more, in ASCII, nothing around it. No lists, names, comments, quotes or line breaks.
 * One label (`localhost`) is enough for the sender's own address.
 */
export function isMailAddress(text: string, leastLabels = 2): boolean {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  const labels = domain.split('.')
  return (
    at > 0 &&
    local.length <= 64 &&
    text.length <= 254 &&
    LOCAL_PART.test(local) &&
    labels.length >= leastLabels &&
    labels.every((label) => LABEL.test(label))
  )
}

/** The only elements that a mail's Markdown becomes, whatever was typed. */
export const MAIL_ELEMENTS = [
  ...['a', 'blockquote', 'br', 'code', 'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'ol', 'p', 'pre'],
  ...['strong', 'ul'],
] as const

/** What is wrong with a mail that somebody wants to send, by field, in sentences. Empty: nothing. */
export function problemsOfMail(mail: { title: string; content: string; receiver?: string }): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  if (mail.title.trim() === '') errors['title'] = ['Enter a title.']
  else if (CONTROL.test(mail.title)) errors['title'] = ['Use a title of one line.']
  if (mail.content.trim() === '') errors['content'] = ['Enter the text of the mail.']
  if (mail.receiver !== undefined && !isMailAddress(mail.receiver)) {
    errors['receiver'] = ['Enter one email address, such as ann@example.com.']
  }
  return errors
}

/** Where a mailing stands: stopped is stopped at once, sent once nothing of it waits. */
export function stateOfMailing(mailing: { stopped_at: unknown; settled_at: unknown }): 'sending' | 'sent' | 'stopped' {
  if (mailing.stopped_at !== null) return 'stopped'
  return mailing.settled_at === null ? 'sending' : 'sent'
}

/** Whom a mailing is for, in words. */
export function segmentInWords(segment: Segment, plan?: string): string {
  if (segment === 'all') return 'All users'
  if (segment === 'running') return 'Users with running investments'
  return `Users with running investments of ${plan ?? 'one plan'}`
}
