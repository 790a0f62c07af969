/** Each message once, filled in, for whoever wants to know what people are sent. */

import { addressRemoved, newAddress } from './address-templates.ts'
import {
  factorsRemovedText,
  firstFactorAdded,
  firstFactorAddedText,
  helpAsked,
  helpRefused,
  helpStarted,
  helpStartedAgainText,
  helpStartedText,
  helpStopped,
} from './factor-templates.ts'
import { type Letter, PRODUCT } from './letter.ts'
import { ownersTold, requestEnded } from './owner-templates.ts'
import { markdownAsText } from './render-markdown.ts'
import { CODE_MINUTES, CODE_TRIES, INVITATION_DAYS, RESET_MINUTES, UNDO_HOURS } from './rules.ts'
import {
  accountClosed,
  addressInUse,
  changeCode,
  contactChanged,
  contactIsYours,
  contactTakenBack,
  passwordChosen,
} from './security-templates.ts'
import { newPasswordNeeded, passwordChanged, passwordChangedText, resetLink } from './password-templates.ts'
import {
  accountExists,
  administratorInvited,
  emailCode,
  letterOf,
  MAILED_EVENTS,
  phoneCode,
  signInBlocked,
  signInUnblocked,
} from './templates.ts'

const LINK = 'https://plumb.example'
const WILL_PAUSE = 'Withdrawals are paused for 24 hours.'
const PAUSED = { follows: 'Withdrawals are paused until 21 Nov 2026, 21:41 UTC.' }
const UNDO = { link: `${LINK}/undo-change?token=…`, hours: UNDO_HOURS, ...PAUSED }
const FIRST = { factor: 'passkey Laptop', ...UNDO }
const WAIT = { link: `${LINK}/stop-factor-help?token=…`, until: '23 Nov 2026, 21:41 UTC' }
const CODE = { code: '123456', minutes: CODE_MINUTES, tries: CODE_TRIES }
type Example = { event: string; channel?: 'text'; letter: Letter }

/** Each message once, filled in; with what an administrator has typed, wherever one may type. */
export const examplesWith = (typed: string): readonly Example[] => [
  { event: 'Registered: email code', letter: emailCode({ name: 'ann', ...CODE }) },
  { event: 'Registered: phone code', channel: 'text', letter: phoneCode(CODE) },
  { event: 'Registered with a taken email', letter: accountExists() },
  {
    event: 'Reset link',
    letter: resetLink({
      why: `Somebody, most likely you, asked for a new password for your ${PRODUCT} account.`,
      link: `${LINK}/reset-password?token=…`,
      minutes: RESET_MINUTES,
      follows: WILL_PAUSE,
    }),
  },
  { event: 'New password required', letter: newPasswordNeeded({ link: `${LINK}/forgot-password` }) },
  { event: 'Password changed', letter: passwordChanged({ isAdministrator: true, ...PAUSED }) },
  { event: 'Password changed with a link', channel: 'text', letter: passwordChangedText(PAUSED) },
  { event: 'Password changed with the present one', letter: passwordChosen({ isAdministrator: false }) },
  { event: 'New email: code', letter: changeCode('email', CODE) },
  { event: 'New email that has an account', letter: addressInUse() },
  { event: 'New phone number: code', channel: 'text', letter: changeCode('phone', CODE) },
  { event: 'Email changed, to the old one', letter: contactChanged('email', UNDO) },
  { event: 'Email changed, to the new one', letter: contactIsYours('email', PAUSED) },
  { event: 'Phone number changed, by mail and to the old one', letter: contactChanged('phone', UNDO) },
  { event: 'Phone number changed, to the new one', channel: 'text', letter: contactIsYours('phone', PAUSED) },
  { event: 'Email changed and taken back', letter: contactTakenBack() },
  { event: 'Account closed', letter: accountClosed() },
  { event: 'First second factor added', letter: firstFactorAdded(FIRST) },
  { event: 'First second factor added', channel: 'text', letter: firstFactorAddedText(FIRST) },
  ...lostFactorExamples(typed),
  {
    event: 'Sign-in blocked',
    letter: signInBlocked({ reason: typed, link: `${LINK}/support` }),
  },
  { event: 'New withdrawal address', letter: ofMarkdown(addressExample(typed)) },
  { event: 'Withdrawal address removed', letter: addressRemoved({ network: 'Bitcoin', name: typed }) },
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
  ...MAILED_EVENTS.map((title) => ({ event: title, letter: exampleOf(title, typed) })),
]

function lostFactorExamples(typed: string): Example[] {
  return [
    { event: 'Lost second factors: help asked for', letter: helpAsked({ link: WAIT.link, hours: 72, stands: false }) },
    {
      event: 'Lost second factors: asked for again',
      letter: helpAsked({ link: WAIT.link, hours: 72, stands: true }),
    },
    { event: 'Lost second factors: wait begun', letter: helpStarted(WAIT) },
    { event: 'Lost second factors: wait begun', channel: 'text', letter: helpStartedText(WAIT) },
    { event: 'Lost second factors: wait begun again', channel: 'text', letter: helpStartedAgainText(WAIT) },
    { event: 'Lost second factors: help stopped', letter: helpStopped({ link: `${LINK}/forgot-password` }) },
    { event: 'Lost second factors: help refused', letter: helpRefused({ reason: typed }) },
    { event: 'Lost second factors: removed', channel: 'text', letter: factorsRemovedText(PAUSED) },
  ]
}

function addressExample(name: string): Letter {
  return newAddress({
    ...{ network: 'Bitcoin', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', name, amount: '$1,250.00' },
    ...{ holdHours: 24, until: '20 Nov 2026, 21:41 UTC', days: 7 },
    ...{ confirm: `${LINK}/mail-link?token=…`, cancel: `${LINK}/mail-link?token=…` },
  })
}

/** As its plain text says it. */
function ofMarkdown(letter: Letter): Letter {
  return { ...letter, content: markdownAsText(letter.content) }
}

export const EXAMPLES = examplesWith('A transfer was counted twice.')

function exampleOf(title: string, typed: string): Letter {
  const values =
    title === 'Text messages'
      ? { bold_value: '800 of 1000', status_text: '' }
      : title === 'Identity document expires'
        ? { bold_value: '2026-12-31', status_text: '' }
        : title.startsWith('Identity')
          ? { bold_value: typed, status_text: '' }
          : { bold_value: title === 'Your roles' ? 'reviewer' : '$1,250.00', status_text: typed }
  const letter = letterOf({ title, ...values })
  if (letter === undefined) throw new Error(`${title} has no letter`)
  return letter
}
