/** Every mail and text message that is sent automatically, in words. Pure: what is in a message is what is handed in. */

import { countOf } from '#kit/count-of.ts'
import { CODE_MINUTES, CODE_TRIES, INVITATION_DAYS, RESET_MINUTES } from './rules.ts'

/** What a message says. `secret`: it carries a code or a link for its receiver alone. */
export type Letter = { subject: string; content: string; secret: boolean }

// Signing in and identity. Each code stands on a line of its own, and each link whole on one.

type Code = { code: string; minutes: number; tries: number }

export function emailCode({ name, code, ...rest }: Code & { name: string }): Letter {
  return secret(
    'Your Plumb code',
    `Welcome to Plumb, ${name}.\n\nYour e-mail code:\n\n${code}\n\n${goodFor(rest)} If you did not register, do nothing.\n`,
  )
}

/** A text message: its subject is only what lists call it. */
export function phoneCode({ code, ...rest }: Code): Letter {
  return secret('Your Plumb phone code', `Your Plumb phone code:\n${code}\n${goodFor(rest)}\n`)
}

export function accountExists(): Letter {
  return open(
    'You have a Plumb account',
    'Somebody tried to register at Plumb with this e-mail address, which already has an account. ' +
      'Nothing was changed.\n\nIf it was you, sign in, or choose Forgot Password? there. If it was not, do nothing.\n',
  )
}

export function resetLink({ why, link, minutes }: { why: string; link: string; minutes: number }): Letter {
  return secret(
    'Choose a new Plumb password',
    `${why} Choose a new password here:\n\n${link}\n\n` +
      `The link is good for ${countOf(minutes, 'minute')} and works once. Until you use it nothing changes.\n`,
  )
}

export function newPasswordNeeded({ link }: { link: string }): Letter {
  return open(
    'Choose a new Plumb password',
    'Your current Plumb password can no longer be used, and you were signed out everywhere.\n\n' +
      `Get a link to choose a new one here:\n\n${link}\n`,
  )
}

export function passwordChanged({ isAdministrator }: { isAdministrator: boolean }): Letter {
  const ended =
    'Your requests that were still waiting for a second approver have ended, and so have the invitations to roles ' +
    'that you sent or asked for. Ask again for what you still need.\n\n'
  return open(
    'Your Plumb password was changed',
    'The password of your Plumb account was changed, and you were signed out everywhere.\n\n' +
      (isAdministrator ? ended : '') +
      'If it was not you, choose Forgot Password? on the sign-in page now.\n',
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
    'Sign-in to your Plumb account is blocked',
    // one of our links and no other: the reason is somebody's own words
    `${unlinked(blockedWords(reason))}\n\nA new password does not change this. Support is here:\n\n${link}\n`,
  )
}

export function signInUnblocked({ link }: { link: string }): Letter {
  return open('You can sign in to Plumb again', `Sign-in to your Plumb account is no longer blocked:\n\n${link}\n`)
}

export function administratorInvited(invitation: { by: string; roles: string; link: string; days: number }): Letter {
  const { by, roles, link, days } = invitation
  return secret(
    'You are invited to help run Plumb',
    `${by} invites you to help run Plumb:\n\n${roles}\n\n` +
      'Sign in with this e-mail address, or create an account with it first, and then open this link:\n\n' +
      `${link}\n\n` +
      `It works once, within ${countOf(days, 'day')}, and only for this e-mail address. ` +
      'Nothing changes until you accept; if you did not expect it, ignore this mail.\n',
  )
}

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
  /** of the wallet, the plan, the setting, or whose roles */
  name: string
  by: string
  step: OwnersStep
  /** each in a line: what it was and what it becomes */
  changes: readonly string[]
}): Letter {
  const { by, name, step, changes } = news
  const { title, what, of, place } = MATTERS[news.matter]
  const lines = [`${of}: ${name}`, ...changes].map(unlinked)
  return open(
    `${title}: ${step} by ${by}`,
    `${by} ${step} ${what}. ${THEN[step]}\n\n` +
      `${lines.join('\n')}\n\n` +
      `If you did not expect it, open Plumb the way you always do and go to ${place} now. This mail has no link, so ` +
      'that nobody can lead you elsewhere, and Plumb never asks for your password or a code.\n',
  )
}

/** To whoever asked for a second approval: their request was refused, by whom and why, or nobody agreed in time. */
export function requestEnded(news: {
  subject: string
  what: string
  /** each in a line: what it was and what it would have become */
  changes: readonly string[]
  refused?: { by: string; reason: string }
}): Letter {
  const { subject, what, changes, refused } = news
  const said = refused
    ? `${refused.by} has refused what you asked for.`
    : 'Nobody agreed in time to what you asked for.'
  const reason = refused ? `\n\nThe reason given: ${unlinked(refused.reason)}` : ''
  return open(
    subject,
    `${said} Nothing has changed.\n\n${[what, ...changes].map(unlinked).join('\n')}${reason}\n\n` +
      'To check it, open Plumb the way you always do and go to Audit Log. You can ask for it again. This mail has no ' +
      'link, so that nobody can lead you elsewhere, and Plumb never asks for your password or a code.\n',
  )
}

/**
 * What an administrator has typed, in one line and so that no reader of mail makes a link of it: a blank parts what
 * schemes, hosts and addresses are known by (`https: / /evil. test`, `eve @ evil. test`). Figures and what is written as
 * usual stay as they are. Every text that somebody has typed goes through this before a mail says it. Nothing is cut off,
 * for whoever has something to hide writes it at the end; how long a text may be, its call says.
 */
function unlinked(typed: string): string {
  return typed
    .replaceAll(/\P{ASCII}/gu, plainSign)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('//', '/ /')
    .replaceAll(/(?<=\S)@|@(?=\S)/g, ' @ ')
    .replaceAll(/(?<=\p{L}):(?=\S)/gu, ': ')
    .replaceAll(/[.。](?=[^\s\d.,;!?)"'’”])|(?<=\.\d+)\.(?=\d)/gu, '. ')
    .trim()
}

/** The sign that another one only looks like (`ｅ` is `e`). One that stands for many stays: else 20,000 become 360,000. */
function plainSign(sign: string): string {
  const plain = sign.normalize('NFKC')
  return plain.length > sign.length ? sign : plain
}

// What happens to somebody's money and rights, as the notification of the same event says it.

/**
 * An event as its notification has it: what it is about (an amount, roles, a reason) and how it ended. It does not say
 * whether a record has a reason, an address or a transaction id, so no mail promises one.
 */
export type Event = { title: string; bold_value: string; status_text: string }

type Words = (event: Event) => { subject: string; said: string; place: string }

const correctedInvestment: Words = ({ bold_value }) => ({
  subject: 'Your investment was corrected',
  said: `An administrator has corrected your investment. Its amount is ${bold_value}. The record shows what was changed, and the reason if one was given.`,
  place: 'Investment',
})

const correctedWithdrawal: Words = ({ bold_value }) => ({
  subject: 'Your withdrawal was corrected',
  said: `An administrator has corrected your withdrawal. Its amount is ${bold_value}. The record shows what was changed, and the reason if one was given.`,
  place: 'Withdrawal',
})

/** By the event's title, or by title and how it ended. What is not in this table is told in the app alone. */
const EVENTS: ReadonlyMap<string, Words> = new Map(
  Object.entries<Words>({
    'Investment approved': ({ bold_value }) => ({
      subject: 'Your investment was approved',
      said: `Your investment of ${bold_value} was approved. The record says when it started earning.`,
      place: 'Investment',
    }),
    'Investment completed': ({ bold_value }) => ({
      subject: 'Your investment is completed',
      said: `Your investment of ${bold_value} is completed. Your balance shows what came back and what it earned.`,
      place: 'Investment',
    }),
    'Investment declined': ({ bold_value }) => ({
      subject: 'Your investment was declined',
      said: `Your investment of ${bold_value} was declined. The record has the reason if one was given.`,
      place: 'Investment',
    }),
    'Investment corrected': correctedInvestment,
    // an edit that takes a decision back
    'Investment pending': correctedInvestment,
    'Investment waiting approval': correctedInvestment,
    'Money refunded': ({ bold_value }) => ({
      subject: 'Money was paid back to you',
      said: `${bold_value} that came in for an investment of yours was paid back. The record has the address and the transaction id if they are known.`,
      place: 'Investment',
    }),
    'Withdrawal requested': ({ bold_value }) => ({
      subject: 'A withdrawal was requested',
      said:
        `A withdrawal of ${bold_value} from your account was requested. ` +
        'If it was not you, cancel it there and choose a new password now.',
      place: 'Withdrawal',
    }),
    'Withdrawal approved': ({ bold_value }) => ({
      subject: 'Your withdrawal was approved',
      said: `Your withdrawal of ${bold_value} was approved. It will be paid next, and we will tell you when it is.`,
      place: 'Withdrawal',
    }),
    'Withdrawal completed': ({ bold_value }) => ({
      subject: 'Your withdrawal was paid',
      said: `Your withdrawal of ${bold_value} was paid. The record has the address, and the transaction id if there is one.`,
      place: 'Withdrawal',
    }),
    'Withdrawal declined': ({ bold_value }) => ({
      subject: 'Your withdrawal was declined',
      said: `Your withdrawal of ${bold_value} was declined, and the amount went back to your balance. The record has the reason if one was given.`,
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
    'Identity check declined': ({ bold_value }) => ({
      subject: 'Your identity check was declined',
      said: `Your identity check was declined. You can ask for another.${bold_value === '' ? '' : `\n\nThe reason given: ${bold_value}`}`,
      place: 'Profile',
    }),
    'Your roles': ({ bold_value }) => ({
      subject: 'Your roles at Plumb were changed',
      said: `Your roles at Plumb were changed. They are now: ${bold_value}.`,
      place: 'Profile',
    }),
    'Wrong passwords': () => ({
      subject: 'Somebody is trying passwords for your Plumb account',
      said:
        'Ten or more wrong passwords were typed for your Plumb account within a day. Nobody got in, and we ' +
        'slow down further attempts.\n\nYou can sign in as always where you have signed in before. Elsewhere you may ' +
        'have to choose Forgot Password? first. If it was you, do nothing. If you use this password anywhere else, ' +
        'choose a new one.',
      place: 'Profile',
    }),
    'Text messages': ({ bold_value }) => ({
      subject: 'Text messages for today are running out',
      said:
        `Text messages used today (UTC): ${bold_value}. When all are used, nobody can register before midnight ` +
        'UTC. If so many people are joining, raise the limit; if not, somebody is flooding you.',
      place: 'Settings',
    }),
    Sessions: () => ({
      subject: 'You were signed out of Plumb everywhere',
      said: 'An administrator has ended all sessions of your Plumb account. You can sign in again with your password.',
      place: 'Profile',
    }),
  }),
)

/** The mail of an event; undefined if the app alone tells of it, or if the verb mails something of its own. */
export function letterOf(event: Event): Letter | undefined {
  const words = EVENTS.get(event.title) ?? EVENTS.get(`${event.title} ${event.status_text}`)
  if (words === undefined) return undefined
  const { title, bold_value, status_text } = event
  const { subject, said, place } = words({
    title,
    bold_value: unlinked(bold_value),
    status_text: unlinked(status_text),
  })
  return open(
    subject,
    `${said}\n\nTo check it, open Plumb the way you always do and go to ${place}. This mail has no link, so that ` +
      'nobody can lead you elsewhere, and Plumb never asks for your password or a code.\n',
  )
}

function goodFor({ minutes, tries }: { minutes: number; tries: number }): string {
  return `It is good for ${countOf(minutes, 'minute')} and ${countOf(tries, 'try', 'tries')}.`
}

function secret(subject: string, content: string): Letter {
  return { subject, content, secret: true }
}

function open(subject: string, content: string): Letter {
  return { subject, content, secret: false }
}

// Examples, for whoever wants to know what people are sent.

const LINK = 'https://plumb.example'
const CODE: Code = { code: '123456', minutes: CODE_MINUTES, tries: CODE_TRIES }
type Example = { event: string; channel?: 'text'; letter: Letter }

/** Each message once, filled in; with what an administrator has typed, wherever one may type. */
export const examplesWith = (typed: string): readonly Example[] => [
  { event: 'Registered: e-mail code', letter: emailCode({ name: 'ann', ...CODE }) },
  { event: 'Registered: phone code', channel: 'text', letter: phoneCode(CODE) },
  { event: 'Registered with a taken e-mail', letter: accountExists() },
  {
    event: 'Reset link',
    letter: resetLink({
      why: 'Somebody, most likely you, asked for a new password for your Plumb account.',
      link: `${LINK}/reset-password?token=…`,
      minutes: RESET_MINUTES,
    }),
  },
  { event: 'New password required', letter: newPasswordNeeded({ link: `${LINK}/forgot-password` }) },
  { event: 'Password changed', letter: passwordChanged({ isAdministrator: true }) },
  {
    event: 'Sign-in blocked',
    letter: signInBlocked({ reason: typed, link: `${LINK}/support` }),
  },
  { event: 'Sign-in unblocked', letter: signInUnblocked({ link: `${LINK}/login` }) },
  {
    event: 'Administrator invited',
    letter: administratorInvited({
      ...{ by: 'first-owner', roles: '- reviewer: decides on money', days: INVITATION_DAYS },
      link: `${LINK}/accept-roles?token=…`,
    }),
  },
  {
    event: 'Owners: a change asked for, made or agreed to',
    letter: ownersTold({
      ...{ matter: 'wallet', name: 'Bitcoin', by: 'rita', step: 'asked for' },
      changes: ['Available to investors: no → yes', `Name: Bitcoin → ${typed}`],
    }),
  },
  {
    event: 'Owners: a mail to many sent',
    letter: ownersTold({
      ...{ matter: 'mailing', name: 'News', by: 'rita', step: 'sent' },
      changes: ['To: All users', 'Recipients: 1,234 people', `Text: ${typed}`],
    }),
  },
  {
    event: 'Request for a second approval refused',
    letter: requestEnded({
      ...{ subject: 'Your request was refused', what: 'Correction of an investment of amy' },
      ...{ changes: [`Name: Bitcoin → ${typed}`], refused: { by: 'rita', reason: typed } },
    }),
  },
  {
    event: 'Request for a second approval expired',
    letter: requestEnded({
      ...{ subject: 'Your request has expired', what: 'Change of a limit' },
      changes: ['Setting: Second approval above', 'Second approval above: $1,000.00 → $5,000.00'],
    }),
  },
  ...[...EVENTS.keys()].map((title) => ({ event: title, letter: exampleOf(title, typed) })),
]

export const EXAMPLES = examplesWith('A transfer was counted twice.')

function exampleOf(title: string, typed: string): Letter {
  const values =
    title === 'Text messages'
      ? { bold_value: '800 of 1000', status_text: '' }
      : title.startsWith('Identity')
        ? { bold_value: typed, status_text: '' }
        : { bold_value: title === 'Your roles' ? 'reviewer' : '$1,250.00', status_text: typed }
  const letter = letterOf({ title, ...values })
  if (letter === undefined) throw new Error(`${title} has no letter`)
  return letter
}
