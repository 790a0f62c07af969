/** Every mail and text message that is sent automatically, in words. Pure: what is in a message is what is handed in. */

import { countOf } from '#kit/count-of.ts'
import { type Letter, open, PRODUCT, secret } from './letter.ts'
import type { Event, Words } from './event-words.ts'
import { ABOUT_INVESTMENTS } from './investment-words.ts'
import { unlinked } from './unlinked.ts'

// Signing in and identity. Each code stands on a line of its own, and each link whole on one.

type Code = { code: string; minutes: number; tries: number }

export function emailCode({ name, code, ...rest }: Code & { name: string }): Letter {
  return secret(
    `Your ${PRODUCT} code`,
    `Welcome to ${PRODUCT}, ${name}.\n\nYour email code:\n\n${code}\n\n${goodFor(rest)} If you did not register, do nothing.\n`,
  )
}

/** A text message: its subject is only what lists call it. */
export function phoneCode({ code, ...rest }: Code): Letter {
  return secret(`Your ${PRODUCT} phone code`, `Your ${PRODUCT} phone code:\n${code}\n${goodFor(rest)}\n`)
}

export function accountExists(): Letter {
  return open(
    `You have a ${PRODUCT} account`,
    `Somebody tried to register at ${PRODUCT} with this email address, which already has an account. ` +
      'Nothing was changed.\n\nIf it was you, sign in, or choose Forgot Password? there. If it was not, do nothing.\n',
  )
}

/** What somebody reads who knows the right password of a blocked account, and who is told of the block by mail. */
export function blockedWords(reason: string): string {
  return (
    `Sign-in to this account is blocked. The reason: ${asSentence(reason)} ` +
    'Your money stays yours, and your investments keep earning. Write to support to have it looked at.'
  )
}

/** A text that somebody typed, with a full stop where it has no end of its own. */
function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

export function signInBlocked({ reason, link }: { reason: string; link: string }): Letter {
  return open(
    `Sign-in to your ${PRODUCT} account is blocked`,
    // one of our links and no other: the reason is somebody's own words
    `${unlinked(blockedWords(reason))}\n\nA new password does not change this. Support is here:\n\n${link}\n`,
  )
}

export function signInUnblocked({ link }: { link: string }): Letter {
  return open(
    `You can sign in to ${PRODUCT} again`,
    `Sign-in to your ${PRODUCT} account is no longer blocked:\n\n${link}\n`,
  )
}

export function administratorInvited(invitation: { by: string; roles: string; link: string; days: number }): Letter {
  const { by, roles, link, days } = invitation
  return secret(
    `You are invited to help run ${PRODUCT}`,
    `${by} invites you to help run ${PRODUCT}:\n\n${roles}\n\n` +
      'Sign in with this email address, or create an account with it first, and then open this link:\n\n' +
      `${link}\n\n` +
      `It works once, within ${countOf(days, 'day')}, and only for this email address. ` +
      'Nothing changes until you accept; if you did not expect it, ignore this email.\n',
  )
}

// What happens to somebody's money and rights, as the notification of the same event says it.

const correctedWithdrawal: Words = ({ bold_value }) => ({
  subject: 'Your withdrawal was corrected',
  said: `An administrator has corrected your withdrawal. Its amount is ${bold_value}. The record shows what was changed, and the reason if one was given.`,
  place: 'Withdrawal',
})

/** By the event's title, or by title and how it ended. What is not in this table is told in the app alone. */
const EVENTS: ReadonlyMap<string, Words> = new Map(
  Object.entries<Words>({
    ...ABOUT_INVESTMENTS,
    'Money refunded': ({ bold_value }) => ({
      subject: 'Money was paid back to you',
      said: `${bold_value} that came in for an investment of yours was paid back. The record shows the address and the transaction id if they are known.`,
      place: 'Investment',
    }),
    'Withdrawal requested': ({ bold_value }) => ({
      subject: 'A withdrawal was requested',
      said: `A withdrawal of ${bold_value} from your account was requested.`,
      place: 'Withdrawal',
      unasked: 'If it was not you, cancel it there and choose a new password now.',
    }),
    'Withdrawal approved': ({ bold_value }) => ({
      subject: 'Your withdrawal was approved',
      said: `Your withdrawal of ${bold_value} was approved. It will be paid next, and we will tell you when it is.`,
      place: 'Withdrawal',
    }),
    'Withdrawal completed': ({ bold_value }) => ({
      subject: 'Your withdrawal was paid',
      said: `Your withdrawal of ${bold_value} was paid. The record shows the address, and the transaction id if there is one.`,
      place: 'Withdrawal',
    }),
    'Withdrawal declined': ({ bold_value }) => ({
      subject: 'Your withdrawal was declined',
      said: `Your withdrawal of ${bold_value} was declined, and the amount went back to your balance. The record shows the reason if one was given.`,
      place: 'Withdrawal',
    }),
    'Withdrawal corrected': correctedWithdrawal,
    'Withdrawal pending': correctedWithdrawal,
    'Referral bonus approved': ({ bold_value }) => ({
      subject: 'Your referral bonus was approved',
      said: `Your referral bonus of ${bold_value} was approved.`,
      place: 'Referral',
    }),
    'Balance topped up': ({ bold_value, status_text }) => ({
      subject: 'Your balance was topped up',
      said: `An administrator has added ${bold_value} to your balance.\n\nNote: ${status_text}`,
      place: 'Statement',
    }),
    'Balance deducted': ({ bold_value, status_text }) => ({
      subject: 'An amount was deducted from your balance',
      said: `An administrator has deducted ${bold_value} from your balance.\n\nNote: ${status_text}`,
      place: 'Statement',
    }),
    'Identity check approved': () => ({
      subject: 'Your identity check was approved',
      said: 'Your identity check was approved.',
      place: 'Profile',
    }),
    'Identity check rejected': ({ bold_value }) => ({
      subject: 'Your identity check was rejected',
      said: `Your identity check was rejected. You can ask for another.${bold_value === '' ? '' : `\n\nThe reason given: ${bold_value}`}`,
      place: 'Profile',
    }),
    'Identity document expires': ({ bold_value }) => ({
      subject: 'Send us a new identity document',
      said:
        `The document of your identity check is valid until ${bold_value}. Send a new one under Identity check to keep ` +
        'investing after that day. You can withdraw in any case.',
      place: 'Profile',
    }),
    'Everything that is mine ready': () => ({
      subject: 'Your data is ready to download',
      said: `The file with everything that is yours at ${PRODUCT} is ready. You can download it for 24 hours.`,
      place: 'Security',
      unasked: 'If you did not ask for it, somebody uses your account: choose a new password there now.',
    }),
    'Everything that is mine failed': () => ({
      subject: 'Your data could not be prepared',
      said: `The file with everything that is yours at ${PRODUCT} could not be made. Nothing else of your account is affected. Try again.`,
      place: 'Security',
    }),
    'Your roles': ({ bold_value }) => ({
      subject: `Your roles at ${PRODUCT} were changed`,
      said: `Your roles at ${PRODUCT} were changed. They are now: ${bold_value}.`,
      place: 'Profile',
    }),
    'Wrong passwords': () => ({
      subject: `Somebody is trying passwords for your ${PRODUCT} account`,
      said:
        `Ten or more wrong passwords were typed for your ${PRODUCT} account within a day. Nobody got in, and we ` +
        'slow down further attempts.\n\nYou can sign in as usual where you have signed in before. Elsewhere you may ' +
        'have to choose Forgot Password? first. If it was you, do nothing. If you use this password anywhere else, ' +
        'choose a new one.',
      place: 'Security',
    }),
    'Wrong codes': () => ({
      subject: `Somebody may know your ${PRODUCT} password`,
      said:
        `Five or more wrong codes were entered for your ${PRODUCT} account within a day, after the right password or in ` +
        'a session of yours. Nobody got further. If it was you, do nothing. If it was not, choose Forgot Password? on the ' +
        'sign-in page now: somebody knows your password or uses a device of yours.',
      place: 'Security',
    }),
    'Second factor': ({ bold_value, status_text }) => ({
      subject: `A second factor of your ${PRODUCT} account was ${status_text}`,
      said:
        `The ${bold_value} was ${status_text}, and all other sessions of your ${PRODUCT} account were ended. ` +
        'If it was not you, choose Forgot Password? on the sign-in page now, and write to support.',
      place: 'Security',
    }),
    'Second factors': () => ({
      subject: `The second factors of your ${PRODUCT} account were removed`,
      said:
        `All second factors and recovery codes of your ${PRODUCT} account were removed, and you were signed out ` +
        'everywhere. Sign in with your password and add new ones. If you did not ask for it, choose Forgot Password? on ' +
        'the sign-in page now, and write to support.',
      place: 'Security',
    }),
    'Recovery codes': () => ({
      subject: `Your ${PRODUCT} account has new recovery codes`,
      said:
        `Ten new recovery codes were made for your ${PRODUCT} account, and all its other sessions were ended. The old ` +
        'codes no longer work. If it was not you, choose Forgot Password? on the sign-in page now, and write to support.',
      place: 'Security',
    }),
    'Recovery code': ({ bold_value }) => ({
      subject: `A recovery code of your ${PRODUCT} account was used`,
      said:
        `A recovery code of your ${PRODUCT} account was used and no longer works. You have ${bold_value}. If it was not you, ` +
        'somebody has your codes: choose Forgot Password? on the sign-in page now, and make new ones.',
      place: 'Security',
    }),
    'Text messages': ({ bold_value }) => ({
      subject: 'Text messages for today are running out',
      said:
        `Text messages used today (UTC): ${bold_value}. When all are used, nobody can register before midnight ` +
        'UTC. If so many people are joining, raise the limit; if not, somebody is flooding you.',
      place: 'Settings',
    }),
    'New device': ({ bold_value }) => ({
      subject: `New sign-in to your ${PRODUCT} account`,
      said:
        `Somebody signed in to your ${PRODUCT} account on a device it had not been used on before: ${bold_value}.\n\nIf it was ` +
        'you, do nothing. If not, choose Forgot Password? on the sign-in page now: a new password signs everybody out.',
      place: 'Profile',
    }),
    'Administrator on a new device': ({ bold_value, status_text }) => ({
      subject: 'An administrator signed in on a new device',
      said: `${bold_value} ${status_text}, where their account had not been used before. Ask them whether it was them.`,
      place: 'Users',
    }),
    'Many refusals': ({ bold_value, status_text }) => ({
      subject: 'Many requests from one person were refused',
      said: `${bold_value}: ${status_text}. The screens offer nothing that is refused, so somebody is trying things they are not allowed to do.`,
      place: 'Audit Log',
    }),
    'Limits reached': ({ bold_value, status_text }) => ({
      subject: 'Limits are refusing many requests',
      said: `${bold_value} were ${status_text} because a limit was reached. Somebody may be flooding you.`,
      place: 'Audit Log',
    }),
    Sessions: () => ({
      subject: `You were signed out of ${PRODUCT} everywhere`,
      said: `An administrator has ended all sessions of your ${PRODUCT} account. You can sign in again with your password.`,
      place: 'Profile',
    }),
  }),
)

/** Every event that is mailed, as the table has it. */
export const MAILED_EVENTS: readonly string[] = [...EVENTS.keys()]

/** The mail of an event; undefined if the app alone tells of it, or if the verb mails something of its own. */
export function letterOf(event: Event): Letter | undefined {
  const words = EVENTS.get(event.title) ?? EVENTS.get(`${event.title} ${event.status_text}`)
  if (words === undefined) return undefined
  const { title, bold_value, status_text, follows } = event
  const { subject, said, place, unasked } = words({
    title,
    bold_value: unlinked(bold_value),
    status_text: unlinked(status_text),
  })
  return open(
    subject,
    `${follows === undefined ? said : `${said}\n\n${follows}`}\n\n` +
      `To check it, open ${PRODUCT} the way you always do and go to ${place}. ${unasked === undefined ? '' : `${unasked} `}` +
      `This mail has no link, so that nobody can lead you elsewhere, and ${PRODUCT} never asks for your password or a code.\n`,
  )
}

function goodFor({ minutes, tries }: { minutes: number; tries: number }): string {
  return `It is good for ${countOf(minutes, 'minute')} and ${countOf(tries, 'try', 'tries')}.`
}
