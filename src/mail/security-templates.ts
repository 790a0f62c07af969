/** What people are mailed and texted about changes of their own account. */

import { countOf } from '#kit/count-of.ts'
import { type Letter, open, PRODUCT, secret } from './letter.ts'
import { REQUESTS_ENDED } from './password-templates.ts'

type Code = { code: string; minutes: number; tries: number }
type Contact = 'email' | 'phone'
const NAMES = { email: 'email address', phone: 'phone number' } as const

export function passwordChosen({ isAdministrator, follows }: { isAdministrator: boolean } & Follows): Letter {
  return open(
    `Your ${PRODUCT} password was changed`,
    `The password of your ${PRODUCT} account was changed, and you were signed out everywhere else.\n\n` +
      (follows === undefined ? '' : `${follows}\n\n`) +
      (isAdministrator ? `${REQUESTS_ENDED}\n\n` : '') +
      'If it was not you, choose Forgot Password? on the sign-in page now.\n',
  )
}

/** To the new address or number; a text message's subject is only what lists call it. */
export function changeCode(kind: Contact, { code, minutes, tries }: Code): Letter {
  const name = NAMES[kind]
  return secret(
    `Your ${PRODUCT} code`,
    `To make this the ${name} of your ${PRODUCT} account, enter this code:\n\n${code}\n\n` +
      `It is good for ${countOf(minutes, 'minute')} and ${countOf(tries, 'try', 'tries')}. ` +
      'If you did not ask for it, ignore this message.\n',
  )
}

/** To an address that somebody wants for their account, and that has one. */
export function addressInUse(): Letter {
  return open(
    `You have a ${PRODUCT} account`,
    `Somebody tried to use this email address for another ${PRODUCT} account. It already belongs to yours, so nothing ` +
      'was changed.\n\nIf it was you, sign in with this address instead. If it was not, ignore this email.\n',
  )
}

/** What comes of it, in a sentence, where something does. */
type Follows = { follows?: string | undefined }

/** To the old one, by mail and, of a number, by text message too. Neither says what the new one is. */
export function contactChanged(kind: Contact, change: { link: string | null; hours: number } & Follows): Letter {
  const { link, hours, follows } = change
  const name = NAMES[kind]
  const said = withWhatFollows(`The ${name} of your ${PRODUCT} account was changed.`, follows)
  const subject = `Your ${PRODUCT} ${name} was changed`
  // it went back to whom it was taken from
  if (link === null) return open(subject, `${said}\n`)
  return secret(
    subject,
    `${said}\n\nIf it was not you, undo the change here:\n\n${link}\n\n` +
      `The link is good for ${countOf(hours, 'hour')}. It also removes addresses, identity documents and second factors that ` +
      `were added recently, signs everybody out of the account and asks for a new password.\n`,
  )
}

/** To the phone: it may be somebody else who reads the mailbox. */
export function emailChangedText({ follows }: Follows): Letter {
  const said = withWhatFollows(`The email address of your ${PRODUCT} account was changed.`, follows)
  return open('', `${said} If it was not you, use the link in the mail to your old address, or write to Support.`)
}

export function contactIsYours(kind: Contact, { follows }: Follows): Letter {
  const name = NAMES[kind]
  return open(
    `This is now your ${PRODUCT} ${name}`,
    `${withWhatFollows(`This is now the ${name} of your ${PRODUCT} account. We have told the old one.`, follows)}\n`,
  )
}

function withWhatFollows(sentence: string, follows: string | undefined): string {
  return follows === undefined ? sentence : `${sentence} ${follows}`
}

/** To the one that had been the new one. */
export function contactTakenBack(): Letter {
  return open(
    `A change to your ${PRODUCT} account was undone`,
    `A change to the contact details of a ${PRODUCT} account was undone, so this address no longer belongs to it. ` +
      'Everybody was signed out of it.\n\nIf it is your account, write to Support.\n',
  )
}

/**
 * What somebody reads who takes a change back, above the link that they choose a new password with. Whoever had changed it
 * may have asked for withdrawals.
 */
export function whyReset({ follows }: Follows): string {
  const taken = `You took back your ${PRODUCT} account, so its password no longer works.`
  if (follows === undefined) return taken
  return `${taken} ${follows} No withdrawal from before is paid until then: cancel those that you did not request.`
}

export function accountClosed(): Letter {
  return open(
    `Your ${PRODUCT} account is closed`,
    `Your ${PRODUCT} account is closed, as you asked. Your name, email address, phone number and picture are erased. ` +
      'The books and the activity log keep their entries without them, for as long as the law requires.\n\n' +
      'If it was not you, write to Support now.\n',
  )
}
