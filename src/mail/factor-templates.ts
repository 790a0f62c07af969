/** What people are mailed and texted who have lost their second factors, or of whom somebody says so. */

import { countOf } from '#kit/count-of.ts'
import { type Letter, open, PRODUCT, secret } from './letter.ts'
import { unlinked } from './unlinked.ts'

/** To the owner of the account at once: whoever asks has no more than the password. `stands`: a factor does not end it. */
export function helpAsked({ link, hours, stands }: { link: string; hours: number; stands: boolean }): Letter {
  const factor = stands
    ? 'A request before it was ended with a second factor or by text message. This one ends by the link above alone.'
    : 'If you find a second factor or a recovery code in the meantime, sign in with it: that ends the request.'
  return secret(
    `Have you lost the second factor of your ${PRODUCT} account?`,
    `Somebody who knows the password of your ${PRODUCT} account told us that they lost its second factor, and asked for ` +
      'help.\n\nIf it was not you, stop it here, then choose a new password:\n\n' +
      `${link}\n\n` +
      'If it was you, there is nothing to do now. An administrator will look at your identity check, and then ' +
      `${countOf(hours, 'hour')} will pass before anything changes. ${factor}\n`,
  )
}

type First = { factor: string; link: string; hours: number; follows: string | undefined }
/** What has ended with the other sessions, where something else has. */
type Ended = { ended?: string | undefined }

/** To the owner of an account that had no second factor: whoever has added one may know no more than the password. */
export function firstFactorAdded({ factor, link, hours, follows, ended }: First & Ended): Letter {
  const pause = follows === undefined ? '' : ` ${follows}`
  const besides = ended === undefined ? '' : ` ${ended}`
  return secret(
    `Your ${PRODUCT} account now has a second factor`,
    `The ${unlinked(factor)} was added to your ${PRODUCT} account, and all its other sessions were ended. From now on ` +
      `the password alone is not enough to sign in.${pause}${besides}\n\n` +
      'If it was not you, somebody knows your password. Take your account back here:\n\n' +
      `${link}\n\n` +
      `The link works once, within ${countOf(hours, 'hour')}. It removes the second factor, undoes recent ` +
      'changes to your email address and phone number, removes addresses and identity documents that were added recently, ' +
      'ends every sign-in and asks for a new password.\n',
  )
}

/** The same as a text message, since it may be somebody else who reads the mailbox. */
export function firstFactorAddedText({ link, hours, follows }: First): Letter {
  const pause = follows === undefined ? '' : ` ${follows}`
  return secret(
    `Your ${PRODUCT} account now has a second factor`,
    `A second factor was added to your ${PRODUCT} account.${pause} If it was not you, take your account back within ` +
      `${countOf(hours, 'hour')}:\n${link}\n`,
  )
}

type Wait = { link: string; until: string }

export function helpStarted({ link, until }: Wait): Letter {
  return secret(
    `The second factors of your ${PRODUCT} account will be removed`,
    `An administrator has looked at your identity check and accepted your request for help. All second factors and ` +
      `recovery codes of your ${PRODUCT} account will be removed, but not before ${until}. Then your password alone signs ` +
      'you in.\n\nIf you did not ask for it, stop it here, then choose a new password:\n\n' +
      `${link}\n`,
  )
}

/** The same as a text message, for whoever has lost the mailbox: its subject is only what lists call it. */
export function helpStartedText({ link, until }: Wait): Letter {
  return secret(
    `The second factors of your ${PRODUCT} account will be removed`,
    `All second factors of your ${PRODUCT} account will be removed, but not before ${until}: somebody who knows your ` +
      `password told us that they are lost. If it was not you, stop it here:\n${link}\n`,
  )
}

/** The same where an earlier request was ended with the phone, which may be in a thief's hands: no link. */
export function helpStartedAgainText({ until }: Pick<Wait, 'until'>): Letter {
  return open(
    `The second factors of your ${PRODUCT} account will be removed`,
    `All second factors of your ${PRODUCT} account will be removed, but not before ${until}: somebody who knows your ` +
      'password told us that they are lost. If it was not you, stop it by the link in our mail, or write to Support now.\n',
  )
}

export function helpStopped({ link }: { link: string }): Letter {
  return open(
    `Your ${PRODUCT} second factors stay as they are`,
    `The request for help with the second factors of your ${PRODUCT} account was stopped with the link that we sent you. ` +
      `Nothing was changed.\n\nWhoever asked knows your password. Choose a new one now:\n\n${link}\n`,
  )
}

export function helpRefused({ reason }: { reason: string }): Letter {
  return open(
    `We can’t remove your ${PRODUCT} second factors`,
    `An administrator has decided not to remove the second factors of your ${PRODUCT} account. Nothing was changed.\n\n` +
      `The reason given: ${unlinked(reason)}\n\nIf you did not ask for help, somebody knows your password: choose Forgot ` +
      'Password? on the sign-in page now.\n',
  )
}

/** A text message, beside the mail that says so of every removal. */
export function factorsRemovedText({ follows }: { follows: string }): Letter {
  return open(
    `The second factors of your ${PRODUCT} account were removed`,
    `The second factors of your ${PRODUCT} account were removed. ${follows} If you did not ask for it, write to Support now.\n`,
  )
}
