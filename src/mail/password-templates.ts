import { countOf } from '#kit/count-of.ts'
import { type Letter, open, PRODUCT, secret } from './letter.ts'

/** What else ends with the sessions of an administrator in which somebody else may have been. */
export const REQUESTS_ENDED =
  'Your requests that were still waiting for a second approver have ended, and so have the invitations to roles ' +
  'that you sent or asked for. Ask again for what you still need.'

/** `follows` says what comes of a new password. */
export function resetLink({
  why,
  link,
  minutes,
  follows,
}: {
  why: string
  link: string
  minutes: number
  follows: string
}): Letter {
  return secret(
    `Choose a new ${PRODUCT} password`,
    `${why} Choose a new password here:\n\n${link}\n\n` +
      `The link is good for ${countOf(minutes, 'minute')} and works once. Until you use it nothing changes. ` +
      `Once you have a new password: ${follows}\n`,
  )
}

export function newPasswordNeeded({ link }: { link: string }): Letter {
  return open(
    `Choose a new ${PRODUCT} password`,
    `Your current ${PRODUCT} password can no longer be used, and you were signed out everywhere.\n\n` +
      `Get a link to choose a new one here:\n\n${link}\n`,
  )
}

/** `follows` says what else comes of it, where something does. */
export function passwordChanged({
  isAdministrator,
  follows,
}: {
  isAdministrator: boolean
  follows?: string | undefined
}): Letter {
  return open(
    `Your ${PRODUCT} password was changed`,
    `The password of your ${PRODUCT} account was changed, and you were signed out everywhere.\n\n` +
      (follows === undefined ? '' : `${follows}\n\n`) +
      (isAdministrator ? `${REQUESTS_ENDED}\n\n` : '') +
      'If it was not you, choose Forgot Password? on the sign-in page now.\n',
  )
}

/** The same as a text message, for who has lost the mailbox: its subject is only what lists call it. */
export function passwordChangedText({ follows }: { follows?: string | undefined }): Letter {
  return open(
    `Your ${PRODUCT} password was changed`,
    `The password of your ${PRODUCT} account was changed with a link from a mail. ` +
      `${follows === undefined ? '' : `${follows} `}If it was not you, write to support now.\n`,
  )
}
