import type { Settings } from '#kit/config.ts'
import { readMailFrom } from '#mail/compose-mail.ts'

/** `no-reply@`, however it is written: nobody reads what is sent there. */
const NOBODY = /^(?:no|do[-_.]?not|dont)[-_.]?reply(?:[-_.+]|@)/i

/**
 * Where Support leads while the owner has set nothing: the environment's address, else a mail to whoever mail comes
 * from; null if nobody would read that.
 */
export function defaultSupport({ supportUrl, mailFrom }: Pick<Settings, 'supportUrl' | 'mailFrom'>): string | null {
  if (supportUrl !== undefined) return supportUrl
  const { address } = readMailFrom(mailFrom)
  return NOBODY.test(address) ? null : `mailto:${address}`
}
