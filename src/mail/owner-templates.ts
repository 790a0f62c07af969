/** What owners and administrators are mailed about changes, in words. Pure, like `templates.ts`. */

import { type Letter, open, PRODUCT } from './letter.ts'
import { unlinked } from './unlinked.ts'

/** What owners are told of, what it is about, and where in the app it is. */
export const MATTERS = {
  wallet: { title: 'Change of a payment wallet', what: 'a change of a payment wallet', of: 'Wallet', place: 'Wallets' },
  plan: { title: 'Change of a plan', what: 'a change of a plan', of: 'Plan', place: 'Plans' },
  limit: { title: 'Change of a limit', what: 'a change of a limit', of: 'Setting', place: 'Settings' },
  kyc: {
    ...{ title: 'Change of the identity check', what: 'a change of when an identity check is needed' },
    ...{ of: 'Setting', place: 'Settings' },
  },
  roles: { title: 'Change of roles', what: 'a change of roles', of: 'Person', place: 'Users' },
  invitation: { title: 'Invitation to roles', what: 'an invitation to roles', of: 'Person', place: 'Users' },
  setting: { title: 'Change of a setting', what: 'a change of a setting', of: 'Setting', place: 'Settings' },
  backing: {
    title: 'Backing of promises',
    what: 'a change of how promises are set apart',
    of: 'Backing',
    place: 'Funds',
  },
  list: { title: 'Change of a sanctions list', what: 'a change of a sanctions list', of: 'List', place: 'Users' },
  mailing: { title: 'Mail to many', what: 'a mail to many people', of: 'Subject', place: 'Mail' },
} as const
export type Matter = keyof typeof MATTERS

/** How far it has come. */
export type OwnersStep = 'asked for' | 'made' | 'agreed to' | 'sent'
const THEN: Readonly<Record<OwnersStep, string>> = {
  'asked for': 'It is waiting for a second administrator to agree.',
  made: 'It is in effect now.',
  'agreed to': 'It is in effect now.',
  sent: 'What has not been delivered yet can be stopped.',
}

/** To every owner: what leads money elsewhere or gives somebody power was asked for, made, agreed to or sent. */
export function ownersTold(news: {
  matter: Matter
  /** of the wallet, the plan, the setting, the list, or whose roles */
  name: string
  by: string
  step: OwnersStep
  /** each in a line: what it was and what it becomes */
  changes: readonly string[]
  /** the moment in words, where it takes effect later than it is made */
  from?: string | undefined
}): Letter {
  const { by, name, step, changes, from } = news
  const { title, what, of, place } = MATTERS[news.matter]
  const lines = [`${of}: ${name}`, ...changes].map(unlinked)
  return open(
    `${title}: ${step} by ${by}`,
    `${by} ${step} ${what}. ${from === undefined ? THEN[step] : `It takes effect on ${from}, and not before.`}\n\n` +
      `${lines.join('\n')}\n\n` +
      `If you did not expect it, open ${PRODUCT} the way you always do and go to ${place} now. This mail has no link, so ` +
      `that nobody can lead you elsewhere, and ${PRODUCT} never asks for your password or a code.\n`,
  )
}

/** To whoever asked for a second approval: their request was refused, by whom and why, or nobody agreed in time. */
export function requestEnded(news: {
  subject: string
  what: string
  /** each in a line: what it was and what it would have become */
  changes: readonly string[]
  refused?: { by: string; reason: string }
  /** what has become of the record before anybody agreed */
  meanwhile?: string
}): Letter {
  const { subject, what, changes, refused, meanwhile } = news
  const said = refused
    ? `${refused.by} has refused what you asked for. Nothing has changed.`
    : 'Nobody agreed in time to what you asked for. Nothing has changed.'
  const reason = refused ? `\n\nThe reason given: ${unlinked(refused.reason)}` : ''
  const overtaken = meanwhile && `What you asked for can no longer be done, because the record is now ${meanwhile}.`
  return open(
    subject,
    `${overtaken ?? said}\n\n${[what, ...changes].map(unlinked).join('\n')}${reason}\n\n` +
      `To check it, open ${PRODUCT} the way you always do and go to Audit Log. ${overtaken ? '' : 'You can ask for it again. '}This mail has no ` +
      `link, so that nobody can lead you elsewhere, and ${PRODUCT} never asks for your password or a code.\n`,
  )
}

/** To every owner: a check of the books found something wrong, each in a sentence. */
export function booksAreWrong(says: readonly string[]): Letter {
  return open(
    'The books are wrong',
    `A check of the books found something wrong. Find out what happened before money is paid out.\n\n` +
      `${says.map(unlinked).join('\n')}\n\n` +
      `Open ${PRODUCT} the way you always do and go to Funds, or run npm run books -- --full where it is installed. This ` +
      `mail has no link, so that nobody can lead you elsewhere, and ${PRODUCT} never asks for your password or a code.\n`,
  )
}

/** To every owner: the books could not be checked, why, and when they were last; null for never, nothing where nobody knows. */
export function booksAreNotChecked(why: string, last: Date | null | undefined): Letter {
  const since =
    last === null
      ? 'They have never been checked in full.\n\n'
      : last && `They were last checked in full on ${last.toISOString().slice(0, 16).replace('T', ' at ')} UTC.\n\n`
  return open(
    'The books could not be checked',
    `${PRODUCT} checks all of the books every night. It could not.\n\n` +
      `${unlinked(why)}\n\n${since ?? ''}` +
      `Until it can, nobody hears of books that are wrong: run npm run books -- --full where ${PRODUCT} is installed, and ` +
      `mend what keeps it from checking. It tries again by itself, and tells you once a day until it can. This mail has ` +
      `no link, so that nobody can lead you elsewhere, and ${PRODUCT} never asks for your password or a code.\n`,
  )
}

/** To every owner: nothing of the log is signed any more, and why. */
export function logIsNotSigned(problem: string): Letter {
  return open(
    'The log is not signed',
    `${PRODUCT} signs the order of everything that it posts, so that nobody can change it afterwards. It has stopped.\n\n` +
      `${unlinked(problem)}\n\n` +
      `Mend that, or put back the key, the address or the database that was there before: it goes on by itself. Where that cannot be, run ` +
      `npm run log -- restart where ${PRODUCT} is installed, with APP_URL and the other settings of npm start: the log goes on under another name, for everybody to see. This ` +
      `mail has no link, so that nobody can lead you elsewhere, and ${PRODUCT} never asks for your password or a code.\n`,
  )
}

/** To every owner: what is owed could not be proved, and why. */
export function proofIsMissing(problem: string): Letter {
  return open(
    'There is no proof of what is owed',
    `Once a day ${PRODUCT} proves to everybody that what they are owed is in the total that is published. It could not.\n\n` +
      `${unlinked(problem)}\n\n` +
      `Find out what happened before money is paid out: run npm run books -- --full where ${PRODUCT} is installed. You are ` +
      `told once, until there is a proof again. This mail has no link, so that nobody can lead you elsewhere, and ${PRODUCT} ` +
      `never asks for your password or a code.\n`,
  )
}
